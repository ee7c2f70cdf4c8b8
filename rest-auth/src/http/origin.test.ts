import { describe, expect, test } from 'vitest'
import { refusal, type Result } from '../testing/browser.ts'
import { startSocialTestApp, visitProvider } from '../testing/social.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp({ TRUSTED_ORIGINS: 'http://app.test, *.wild.test, http://*.w2.test, *-app-*.test' })
const invalidOrigin = { code: 'INVALID_ORIGIN', message: 'Invalid origin' }

/** Signs out with a cookie and exactly these headers. */
async function postWithCookie(headers: Record<string, string>, path = '/sign-out') {
  const cookie = 'better-auth.session_token=x'
  const response = await t.app.inject({ method: 'POST', url: `/api/auth${path}`, headers: { cookie, ...headers } })
  return [response.statusCode, response.json()]
}

describe('with a cookie, a POST', () => {
  test.each([
    {},
    { origin: 'http://localhost:3000' },
    { origin: 'http://app.test' },
    { origin: 'https://a.b.wild.test' },
    { origin: 'http://x.w2.test' },
    { referer: 'http://localhost:3000/page' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://app.test', 'sec-fetch-site': 'cross-site' },
  ])('passes with %o', async (headers) => expect(await postWithCookie(headers)).toEqual([200, { success: true }]))

  test.each([
    { origin: 'http://evil.test' },
    { origin: 'null' },
    { origin: 'http://wild.test' },
    { origin: 'http://app.test.evil.test' },
    { origin: '/' },
    { referer: 'http://evil.test/page' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is rejected with %o', async (headers) => expect(await postWithCookie(headers)).toEqual([403, invalidOrigin]))
})

describe('without a cookie, a POST', () => {
  const post = async (path: string, headers: Record<string, string>) =>
    (await t.app.inject({ method: 'POST', url: `/api/auth${path}`, headers, payload: {} })).statusCode

  test('may sign in from an API client, but not from a page of another site', async () => {
    expect(await post('/sign-in/email', {})).toBe(400)
    const paths = ['/sign-in/email', '/sign-in/username', '/sign-in/social', '/sign-up/email', '/one-time-token/verify']
    for (const path of paths) {
      expect(await post(path, { origin: 'http://evil.test' })).toBe(403)
      expect(await post(path, { referer: 'http://evil.test/x' })).toBe(403)
      expect(await post(path, { 'sec-fetch-site': 'cross-site' })).toBe(403)
      expect(await post(`/${path}/`, { origin: 'null' })).toBe(403)
    }
  })

  test('needs no origin with a bearer token', async () => {
    const { token, jar } = await t.signUp()
    const signed = jar.get('better-auth.session_token') ?? ''
    expect(signed.startsWith(token)).toBe(true)
    expect(await post('/revoke-other-sessions', { authorization: `Bearer ${signed}` })).toBe(200)
  })
})

test('never trusts a host that is too long, because wildcards are slow to match', async () => {
  const statusOf = async (host: string) =>
    (await t.post('/sign-in/email', { email: 'a@b.co', password: 'x', callbackURL: `http://${host}` })).status
  expect(await statusOf('my-app-1.test')).toBe(401)
  expect(await statusOf(`${'-app-'.repeat(60)}.test`)).toBe(403)
})

test.each([
  ['callbackURL', 'INVALID_CALLBACKURL', 'Invalid callbackURL'],
  ['redirectTo', 'INVALID_REDIRECTURL', 'Invalid redirectURL'],
  ['errorCallbackURL', 'INVALID_ERRORCALLBACKURL', 'Invalid errorCallbackURL'],
  ['newUserCallbackURL', 'INVALID_NEWUSERCALLBACKURL', 'Invalid newUserCallbackURL'],
])('requires %s to be ours or trusted', async (field, code, message) => {
  const body = { email: 'a@b.co', password: testPassword, [field]: 'http://app.test@evil.test/' }
  const response = await t.post('/sign-in/email', body)
  expect(response.outcome).toEqual([403, { code, message }])
  expect((await t.post('/sign-in/email', { ...body, [field]: 'http://app.test/' })).status).toBe(401)
  expect((await t.post('/sign-in/email', { ...body, [field]: '' })).status).toBe(401)
  const path = (length: number) => ({ ...body, [field]: '/'.padEnd(length, 'x') })
  expect((await t.post('/sign-in/email', path(2048))).status).toBe(401)
  const long = await t.post('/sign-in/email', path(2049))
  expect([long.status, long.at('code')]).toEqual([400, 'VALIDATION_ERROR'])
})

test.each(['/verify-email?token=x', '/reset-password/x?', '/delete-user/callback?token=x'])(
  'checks all of the callbackURL of GET %s',
  async (path) => {
    for (const target of ['http://app.test.evil.test/', 'http://app.test@evil.test/x', '//evil.test']) {
      const response = await t.get(`${path}&callbackURL=${encodeURIComponent(target)}`)
      expect(response.outcome).toEqual(refusal(403, 'INVALID_CALLBACKURL', 'Invalid callbackURL'))
    }
  },
)

describe('a path of our origin, whatever its characters', async () => {
  const social = await startSocialTestApp()
  test.each(['/~team', '/a:b', '/a?x=1,2', '/a#part', '/株', '/( )[x]', '/a//b'])('%s is reached', async (target) => {
    const { pathname } = new URL(target, social.ctx.config.AUTH_URL)
    const pathOf = ({ location = '' }: Result) => {
      expect(location).toMatch(/^[\x21-\x7e]+$/)
      const reached = new URL(location, social.ctx.config.AUTH_URL)
      return [reached.origin, reached.pathname]
    }
    const here = [social.ctx.config.AUTH_URL, pathname]
    const email = 'ann@example.com'
    await social.post('/request-password-reset', { email, redirectTo: target })
    for (const path of ['/verify-email?token=x', '/reset-password/x?'])
      expect(pathOf(await social.get(`${path}&callbackURL=${encodeURIComponent(target)}`))).toEqual(here)
    const targets = { callbackURL: target, newUserCallbackURL: target, errorCallbackURL: target }
    expect(pathOf(await visitProvider(social.browser(), 'google', { email }, targets))).toEqual(here)
    const refused = { email, decision: 'refuse' } as const
    expect(pathOf(await visitProvider(social.browser(), 'google', refused, targets))).toEqual(here)
  })
})
