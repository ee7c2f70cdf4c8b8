import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp({ TRUSTED_ORIGINS: 'http://app.test' })

test('lets a trusted origin read the headers that clients need', async () => {
  const { headers } = await t.get('/get-session', { headers: { origin: 'http://app.test' } })
  expect(headers).toMatchObject({
    'access-control-allow-origin': 'http://app.test',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers':
      'set-auth-token, Retry-After, X-Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Next-Cursor',
    vary: 'Origin',
  })
})

test.each(['http://evil.test', 'http://app.test.evil.test', 'null'])('lets %s read nothing', async (origin) => {
  const response = await t.app.inject({ method: 'OPTIONS', url: '/api/auth/sign-in/email', headers: { origin } })
  expect(response.statusCode).toBe(404)
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
  expect(response.headers.vary).toBe('Origin')
})
