import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { allowTrustedOrigins } from './cross-origin.ts'

const app = fastify()
app.addHook('onRequest', async (_, reply) => void reply.header('vary', 'Accept-Encoding'))
const trusted = { AUTH_URL: 'https://own.example', TRUSTED_ORIGINS: ['https://partner.example'] }
allowTrustedOrigins(app, trusted, ['retry-after'])
app.get('/', async () => 'response')

test('lets pages of a trusted origin send requests and read responses', async () => {
  const headers = { origin: 'https://partner.example' }
  expect((await app.inject({ url: '/', headers })).headers).toMatchObject({
    'access-control-allow-origin': 'https://partner.example',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after',
  })
  const asked = { 'access-control-request-headers': 'content-type,traceparent,x-requested-with' }
  const preflight = await app.inject({ method: 'OPTIONS', url: '/', headers: { ...headers, ...asked } })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers['access-control-allow-headers']).toBe('content-type,traceparent,x-requested-with')
  const plain = await app.inject({ method: 'OPTIONS', url: '/', headers })
  expect(plain.headers['access-control-allow-headers']).toBeUndefined()
})

test.each([undefined, 'https://evil.example'])('sends no CORS headers to origin %s', async (origin) => {
  const response = await app.inject({ url: '/', headers: origin ? { origin } : {} })
  expect([response.body, response.headers['access-control-allow-origin']]).toEqual(['response', undefined])
})

test('adds Origin to an existing Vary header', async () => {
  expect((await app.inject('/')).headers.vary).toBe('Accept-Encoding, Origin')
})
