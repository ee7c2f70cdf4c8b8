import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp({ TRUSTED_ORIGINS: 'http://app.test' })
const preflight = (origin: string) =>
  t.app.inject({
    method: 'OPTIONS',
    url: '/api/auth/sign-in/email',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,traceparent',
    },
  })

test('a trusted origin gets its preflight and may send cookies', async () => {
  const answer = await preflight('http://app.test')
  expect(answer.statusCode).toBe(204)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': 'http://app.test',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type,traceparent',
    vary: 'Origin',
  })
  const call = await t.app.inject({
    method: 'GET',
    url: '/api/auth/get-session',
    headers: { origin: 'http://app.test' },
  })
  expect(call.headers['access-control-allow-origin']).toBe('http://app.test')
  expect(call.headers['access-control-expose-headers']).toBe(
    'set-auth-token, Retry-After, X-Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Next-Cursor',
  )
})

test.each(['http://evil.test', 'http://app.test.evil.test', 'null'])('%s gets nothing', async (origin) => {
  const answer = await preflight(origin)
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(answer.headers.vary).toBe('Origin')
})
