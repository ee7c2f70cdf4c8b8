import type { RequestListener } from 'node:http'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startStubServer } from '../testing/stub-server.ts'
import type { Result } from '../testing/browser.ts'
import { clientIdOf, knownNonce, useKnownNonce } from '../testing/social.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const { responses, origin, json } = await startStubServer()

const credentials = ['GOOGLE', 'APPLE', 'MICROSOFT', 'GITLAB', 'GITHUB'].map((name) => [
  [`${name}_CLIENT_ID`, `client-of-${name.toLowerCase()}`],
  [`${name}_CLIENT_SECRET`, 'client-secret'],
])
const test = await startTestApp({ SOCIAL_DEMO_ORIGIN: origin, ...Object.fromEntries(credentials.flat()) })

/** Returns from a provider with some code. The rest is between us and its servers. */
async function callback(provider: 'google' | 'apple' | 'microsoft' | 'gitlab' | 'github'): Promise<Result> {
  const browser = test.browser()
  const started = await browser.post('/sign-in/social', {
    provider,
    callbackURL: '/welcome',
    errorCallbackURL: '/failed',
  })
  const state = await useKnownNonce(test, started.at('url'))
  return browser.get(`/callback/${provider}`, { query: { code: 'some-code', state } })
}
const failsWith = (error: string) => ({ status: 302, location: `/failed?error=${error}` })
const users = async () => (await test.ctx.db.read`select 1 from "user"`).length

const { publicKey, privateKey } = await generateKeyPair('RS256')
const stranger = await generateKeyPair('RS256')
const curved = await generateKeyPair('ES256')
const now = Math.floor(test.clock.now().getTime() / 1000)
const good: JWTPayload = {
  iss: 'https://accounts.google.com',
  aud: clientIdOf('google'),
  sub: '1',
  iat: now,
  exp: now + 3600,
  email: 'victim@example.com',
  email_verified: true,
  name: 'Victim',
  nonce: knownNonce,
}
const sign = (claims: JWTPayload, key = privateKey, kid = 'good') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
const without = (claim: string): JWTPayload =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== claim))
const respondWithTokens = (tokens: unknown) => responses.set('oauth2.googleapis.com/token', json(tokens))

beforeEach(async () => {
  responses.clear()
  const keys = [
    { ...(await exportJWK(publicKey)), kid: 'good', alg: 'RS256', use: 'sig' },
    { ...(await exportJWK(curved.publicKey)), kid: 'curved', alg: 'ES256', use: 'sig' },
  ]
  responses.set('www.googleapis.com/oauth2/v3/certs', json({ keys }))
  responses.set('gitlab.com/oauth/token', json({ access_token: 'token' }))
})

describe('an id_token', () => {
  it('is accepted if valid (so that the rejections below mean something)', async () => {
    respondWithTokens({ access_token: 'a', id_token: await sign({ ...good, sub: 'good', email: 'good@example.com' }) })
    expect(await callback('google')).toMatchObject({ status: 302, location: '/welcome' })
  })

  it.each<[string, () => Promise<string> | string]>([
    ['of another issuer', () => sign({ ...good, iss: 'https://accounts.google.com.evil.example' })],
    ['without issuer', () => sign(without('iss'))],
    ['of another sign-in', () => sign({ ...good, nonce: 'another one' })],
    ['of no sign-in of ours', () => sign(without('nonce'))],
    ['for another client', () => sign({ ...good, aud: 'somebody-else' })],
    ['for nobody', () => sign(without('aud'))],
    ['that expired', () => sign({ ...good, iat: now - 3000, exp: now - 61 })],
    ['that never expires', () => sign(without('exp'))],
    ['of the future', () => sign({ ...good, iat: now + 120, exp: now + 3600 })],
    ['that is not valid yet', () => sign({ ...good, nbf: now + 120 })],
    ['of long ago', () => sign({ ...good, iat: now - 3700, exp: now + 86_400 })],
    ['without a time', () => sign(without('iat'))],
    ['without subject', () => sign(without('sub'))],
    ['with an empty subject', () => sign({ ...good, sub: '' })],
    ['signed by nobody (alg none)', () => new UnsecuredJWT(good).encode()],
    [
      'signed with the public key as a secret (HS256)',
      async () =>
        new SignJWT(good)
          .setProtectedHeader({ alg: 'HS256', kid: 'good' })
          .sign(new TextEncoder().encode(await exportSPKI(publicKey))),
    ],
    [
      'signed with another algorithm than agreed, though by a key of the provider',
      () => new SignJWT(good).setProtectedHeader({ alg: 'ES256', kid: 'curved' }).sign(curved.privateKey),
    ],
    ['signed by another key', () => sign(good, stranger.privateKey)],
    ['signed by a key that is not in the set', () => sign(good, stranger.privateKey, 'unknown')],
    [
      'whose claims were changed afterwards',
      async () => {
        const [header, , signature] = (await sign(good)).split('.')
        return [header, Buffer.from(JSON.stringify({ ...good, sub: '2' })).toString('base64url'), signature].join('.')
      },
    ],
    ['that is none', () => 'not.a.token'],
  ])('is rejected: %s', async (_, make) => {
    const before = await users()
    respondWithTokens({ access_token: 'a', id_token: await make() })
    expect(await callback('google')).toMatchObject(failsWith('unable_to_get_user_info'))
    expect(await users()).toBe(before)
  })

  it.each([
    ['text', { email_verified: 'true' }],
    ['a number', { email_verified: 1 }],
    ['missing', { email_verified: undefined }],
  ])('proves no email if email_verified is %s', async (kind, claims) => {
    const user = await test.signUp({ emailVerified: true })
    respondWithTokens({ id_token: await sign({ ...good, sub: `unproven-${kind}`, email: user.email, ...claims }) })
    expect(await callback('google')).toMatchObject(failsWith('account_not_linked'))
  })

  it('cannot be verified without keys', async () => {
    const apple = { ...good, iss: 'https://appleid.apple.com', aud: clientIdOf('apple') }
    responses.set('appleid.apple.com/auth/token', json({ id_token: await sign(apple) }))
    responses.set('appleid.apple.com/auth/keys', json({ keys: 'none' }))
    expect(await callback('apple')).toMatchObject(failsWith('unable_to_get_user_info'))
  })
})

const html: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Down</h1>')
const huge: RequestListener = (_, response) =>
  void response.writeHead(200).end(`{"access_token":"${'x'.repeat(5_000_000)}"}`)
const redirect: RequestListener = (_, response) =>
  void response.writeHead(302, { location: `${origin}/elsewhere` }).end()
const person = { id: 7, name: 'N', username: 'n', state: 'active', email: 'n@example.com', confirmed_at: '2024-01-01' }

const nonsense: [string, RequestListener][] = [
  ['HTML', html],
  ['nothing', (_, response) => void response.writeHead(200).end()],
  ['five megabytes', huge],
  ['a redirect', redirect],
  ['500', (_, response) => void response.writeHead(500).end('{"access_token":"a","id":7}')],
  ['a number', json(7)],
  ['null', json(null)],
  ['a list', json([person])],
  ['a closed connection', (request) => void request.socket.destroy()],
  [
    'half a response',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"access')
      setImmediate(() => response.destroy())
    },
  ],
]

describe('handles a response that is', () => {
  it.each(nonsense)('%s, from the token endpoint', async (_, result) => {
    responses.set('gitlab.com/oauth/token', result)
    responses.set('elsewhere', json({ access_token: 'stolen' }))
    responses.set('gitlab.com/api/v4/user', json(person))
    const before = await users()
    expect(await callback('gitlab')).toMatchObject(failsWith('invalid_code'))
    expect(await users()).toBe(before)
  })

  it.each([
    ...nonsense,
    ['an empty object', json({})],
    ['a person without an id', json({ ...person, id: undefined })],
    ['a person with an empty id', json({ ...person, id: '' })],
    ['a person whose id is an object', json({ ...person, id: { $ne: 1 } })],
    ['a blocked person', json({ ...person, state: 'blocked' })],
    ['a locked person', json({ ...person, locked: true })],
  ] as [string, RequestListener][])('%s, from the profile endpoint', async (_, result) => {
    responses.set('gitlab.com/api/v4/user', result)
    responses.set('elsewhere', json(person))
    const before = await users()
    expect(await callback('gitlab')).toMatchObject(failsWith('unable_to_get_user_info'))
    expect(await users()).toBe(before)
  })

  it('odd in optional fields, which are corrected', async () => {
    const odd = {
      ...person,
      id: 8,
      name: `A\u0000${'b'.repeat(5000)}`,
      email: 'odd@example.com',
      avatar_url: 'javascript:alert(1)',
    }
    responses.set('gitlab.com/api/v4/user', json(odd))
    expect(await callback('gitlab')).toMatchObject({ status: 302, location: '/welcome' })
    const [user] = await test.ctx.db.read<
      { name: string; image: string | null }[]
    >`select * from "user" where "email" = 'odd@example.com'`
    expect(user).toMatchObject({ name: `A ${'b'.repeat(253)}`, image: null })
  })

  it('ignores an invalid email', async () => {
    responses.set('gitlab.com/api/v4/user', json({ ...person, id: 9, email: 'admin@localhost' }))
    expect(await callback('gitlab')).toMatchObject(failsWith('email_invalid'))
  })
})

describe('the reason of a provider', () => {
  const refuses = (status: number, body: unknown): RequestListener => {
    const text = JSON.stringify(body)
    return (_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
  const github = 'github.com/login/oauth/access_token'
  const google = 'oauth2.googleapis.com/token'

  it.each<[string, 'github' | 'google' | 'gitlab', string, RequestListener, string, string]>([
    ['with status 200', 'github', github, refuses(200, { error: 'incorrect_client_credentials', error_description: 'The client_id and/or client_secret passed are incorrect.' }), 'unable_to_get_user_info', 'github returned no access token: incorrect_client_credentials, The client_id and/or client_secret passed are incorrect.'],
    ['with status 401', 'google', google, refuses(401, { error: 'invalid_client', error_description: 'Unauthorized' }), 'invalid_code', 'responded with 401: invalid_client, Unauthorized'],
    ['as an object', 'google', google, refuses(400, { error: { message: 'Error validating client secret.', code: 1 } }), 'invalid_code', 'responded with 400: Error validating client secret.'],
    ['of the profile', 'gitlab', 'gitlab.com/api/v4/user', refuses(403, { message: 'insufficient_scope' }), 'unable_to_get_user_info', 'responded with 403: insufficient_scope'],
    ['that is HTML', 'google', google, (_, response) => void response.writeHead(502).end('<h1>invalid_client</h1>'), 'invalid_code', 'responded with 502"'],
  ])('is in the log %s', async (_, provider, path, result, code, reason) => {
    responses.set(path, result)
    test.logged.length = 0
    expect(await callback(provider)).toMatchObject(failsWith(code))
    expect(test.logged.join('')).toContain(reason)
  }) // prettier-ignore

  it('is cut, and repeats nothing that was sent', async () => {
    responses.set(google, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const sent = Buffer.concat(chunks).toString()
        const plain = [...new URLSearchParams(sent).values()].join(' ')
        const body = {
          error: 'invalid_request\nforged line',
          error_description: `${plain} & ${sent} & ${'x'.repeat(999)}`,
        }
        refuses(400, body)(request, response)
      })
    })
    test.logged.length = 0
    expect(await callback('google')).toMatchObject(failsWith('invalid_code'))
    const line = test.logged.find((text) => text.includes('responded with 400')) ?? ''
    expect(line).toContain('invalid_request forged line')
    expect(line.length).toBeLessThan(900)
    for (const secret of ['client-secret', 'some-code']) expect(line).not.toContain(secret)
    expect(line).toContain('code_verifier=…')
  })

  it('is in the log when the browser brings it, and only for a sign-in of ours', async () => {
    const refused = { error: 'unauthorized_client', error_description: 'not enabled\nfor users' }
    const browser = test.browser()
    const started = await browser.post('/sign-in/social', { provider: 'google', errorCallbackURL: '/failed' })
    const state = new URL(started.at('url')).searchParams.get('state') ?? ''
    test.logged.length = 0
    await test.browser().get('/callback/google', { query: refused })
    expect(test.logged.join('')).not.toContain('unauthorized_client')
    await browser.get('/callback/google', { query: { ...refused, state } })
    expect(test.logged.join('')).toContain(': unauthorized_client, not enabled for users')
  })
})

const stopped: RequestListener = () => {}
const dripping: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drip = setInterval(() => response.write(' '), 500)
  response.on('close', () => clearInterval(drip))
}

describe('a provider that hangs', () => {
  it('is given up after ten seconds, and delays nobody else', async () => {
    const asked: string[] = []
    const noting =
      (result: RequestListener): RequestListener =>
      (request, response) => {
        asked.push(request.url ?? '')
        result(request, response)
      }
    responses.set('gitlab.com/oauth/token', noting(stopped))
    responses.set('github.com/login/oauth/access_token', json({ access_token: 'a' }))
    responses.set('api.github.com/user', noting(dripping))
    responses.set('api.github.com/user/emails', noting(dripping))
    const limits: { ms: number; end: () => void }[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      limits.push({ ms, end: () => controller.abort(new DOMException('', 'TimeoutError')) })
      return controller.signal
    })
    onTestFinished(() => timeout.mockRestore())
    const hanging = [...Array.from({ length: 30 }, () => callback('gitlab')), callback('github')]
    let givenUp = 0
    for (const result of hanging) void result.then(() => givenUp++)

    respondWithTokens({
      access_token: 'a',
      id_token: await sign({ ...good, sub: 'quick', email: 'quick@example.com' }),
    })
    expect(await callback('google')).toMatchObject({ status: 302, location: '/welcome' })
    await vi.waitFor(() => expect(asked).toHaveLength(32))
    expect(givenUp).toBe(0)

    for (const { end } of limits) end()
    const outcomes = await Promise.all(hanging)
    // One limit for all of them: slow responses and repeated requests get no additional time.
    expect(limits.map(({ ms }) => ms)).toEqual(Array.from({ length: 32 }, () => 10_000))
    expect(asked).toHaveLength(32)
    expect(new Set(outcomes.map((result) => result.location))).toEqual(
      new Set(['/failed?error=invalid_code', '/failed?error=unable_to_get_user_info']),
    )
  })
})
