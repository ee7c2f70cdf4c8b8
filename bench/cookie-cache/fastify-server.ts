// The minimum for get-session from the cookie cache: plain Fastify, which checks both signatures
// and both expiry times and returns the same response.
import Fastify from 'fastify'
import { createHmac, timingSafeEqual } from 'node:crypto'

const secret = process.env['AUTH_SECRET'] ?? ''
const isSigned = (text: string, signature: string, encoding: 'base64' | 'base64url') => {
  const expected = Buffer.from(createHmac('sha256', secret).update(text).digest(encoding))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
const valueOf = (cookie: string, name: string) => new RegExp(`better-auth.${name}=([^;]+)`).exec(cookie)?.[1] ?? ''

const app = Fastify()
app.get<{ Querystring: { disableCookieCache?: string } }>('/api/auth/get-session', (request, reply) => {
  const cookie = request.headers.cookie ?? ''
  const [token = '', signature = ''] = decodeURIComponent(valueOf(cookie, 'session_token')).split('.')
  const cached = JSON.parse(Buffer.from(valueOf(cookie, 'session_data'), 'base64url').toString())
  const { session, user } = cached.session
  const text = JSON.stringify({ ...cached.session, expiresAt: cached.expiresAt })
  const isValid =
    isSigned(token, signature, 'base64') &&
    isSigned(text, cached.signature, 'base64url') &&
    cached.expiresAt > Date.now() &&
    Date.parse(session.expiresAt) > Date.now() &&
    session.token === token &&
    request.query.disableCookieCache !== 'true'
  return reply
    .headers({ vary: 'Origin', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(isValid ? JSON.stringify({ session, user }) : 'null')
})
const listening = await app.listen({ host: process.env['HOST'] ?? '127.0.0.1', port: Number(process.env['PORT']) })
process.send?.({ listening })
process.on('SIGTERM', () => process.exit(0))
