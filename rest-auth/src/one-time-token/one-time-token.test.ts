import { describe, expect, test } from 'vitest'
import { refusal } from '../testing/browser.ts'
import { startTestApp, type SignedIn, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()
const generate = async (browser: SignedIn) => (await browser.get('/one-time-token/generate')).at('token')
const redeem = async (token: unknown, browser = t.browser()) =>
  (await browser.post('/one-time-token/verify', { token })).outcome
const invalid = [400, { code: 'INVALID_TOKEN', message: 'Invalid token' }]

test('does not store the token in plain text', async () => {
  const token = await generate(await t.signUp())
  expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/)
  expect(JSON.stringify(await t.ctx.db.read`select * from "verification"`)).not.toContain(token)
})

test.each([
  ['origin', 'http://localhost:3000'],
  ['sec-fetch-site', 'same-origin'],
  ['referer', 'http://localhost:3000/home'],
])('is not for scripts of a page (%s), unless a setting allows it', async (name, value) => {
  const allowing = await startTestApp({ ONE_TIME_TOKEN_FOR_PAGES: 'true' })
  const headers = { [name]: value }
  const outcomes = []
  for (const app of [t, allowing])
    outcomes.push((await (await app.signUp()).get('/one-time-token/generate', { headers })).outcome)
  expect(outcomes).toMatchObject([
    [403, { code: 'INVALID_ORIGIN' }],
    [200, {}],
  ])
})

test('keeps the age and the expiry of the session', async () => {
  const ann = await t.signUp()
  t.clock.advance(86_401)
  const token = await generate(ann)
  const other = t.browser()
  await other.post('/one-time-token/verify', { token })
  expect((await other.post('/change-email', { newEmail: 'new@example.com' })).at('code')).toBe('SESSION_IS_NOT_FRESH')
  expect((await other.get('/get-session')).at('session', 'expiresAt')).toBe(
    (await ann.get('/get-session')).at('session', 'expiresAt'),
  )
})

/** The cookies in the target browser after a transfer, by `rememberMe` at sign-in. */
async function carried(app: TestApp, rememberMe: boolean) {
  const { email } = await app.signUp()
  const here = app.browser()
  await here.post('/sign-in/email', { email, password: testPassword, rememberMe })
  const token = (await here.get('/one-time-token/generate')).at('token')
  return (await app.post('/one-time-token/verify', { token })).setCookies
}
const isKept = (cookies: readonly string[]) => cookies.some((line) => line.includes('Max-Age='))
const isForgotten = (cookies: readonly string[]) => cookies.some((line) => line.includes('dont_remember=true.'))

test.each([
  ['longer than a day', t],
  ['at most a day', await startTestApp({ SESSION_EXPIRES_IN: '3600' })],
])('keeps whether the session is remembered, where sessions live %s', async (_, app) => {
  const [forgotten, kept] = [await carried(app, false), await carried(app, true)]
  expect([isKept(forgotten), isForgotten(forgotten)]).toEqual([false, true])
  expect([isKept(kept), isForgotten(kept)]).toEqual([true, false])
})

test('expires after three minutes', async () => {
  const ann = await t.signUp()
  const token = await generate(ann)
  t.clock.advance(181)
  expect(await redeem(token)).toEqual(refusal(400, 'TOKEN_EXPIRED', 'Token expired'))
  expect(await redeem(token)).toEqual(invalid)
})

test('is invalid once its session has ended', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  const tokens = [await generate(ann), await generate(bob)]
  await ann.post('/sign-out')
  expect(await redeem(tokens[0])).toEqual(refusal(400, 'SESSION_NOT_FOUND', 'Session not found'))
  await t.ctx.db
    .write`update "session" set "expiresAt" = ${t.clock.now()}::timestamptz - interval '1 s' where "token" = ${bob.token}`
  expect(await redeem(tokens[1])).toEqual(refusal(400, 'SESSION_EXPIRED', 'Session expired'))
})

describe('ONE_TIME_TOKEN_CLIENT_REQUESTS=false', async () => {
  const off = await startTestApp({ ONE_TIME_TOKEN_CLIENT_REQUESTS: 'false' })
  test('refuses requests of clients', async () => {
    const response = await (await off.signUp()).get('/one-time-token/generate')
    expect(response.outcome).toEqual(refusal(400, 'CLIENT_REQUESTS_ARE_DISABLED', 'Client requests are disabled'))
  })
})
