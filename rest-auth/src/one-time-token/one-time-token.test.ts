import { describe, expect, test } from 'vitest'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'

const t = await startTestApp()
const generate = async (browser: SignedIn) => (await browser.get('/one-time-token/generate')).at('token')
const redeem = async (token: unknown, browser = t.browser()) => {
  const answer = await browser.post('/one-time-token/verify', { token })
  return [answer.status, answer.body]
}
const invalid = [400, { code: 'INVALID_TOKEN', message: 'Invalid token' }]

test('carries the session to another browser, once', async () => {
  const ann = await t.signUp()
  const token = await generate(ann)
  expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/)
  expect(JSON.stringify(await t.ctx.sql`select * from "verification"`)).not.toContain(token)
  const other = t.browser()
  const answer = await other.post('/one-time-token/verify', { token })
  expect(answer.body).toEqual((await ann.get('/get-session')).body)
  expect(answer.setCookies[0]).toContain(`better-auth.session_token=${ann.token}.`)
  expect((await other.get('/get-session')).at('user', 'id')).toBe(ann.id)
  expect(await redeem(token)).toEqual(invalid)
})

test('ends after three minutes', async () => {
  const ann = await t.signUp()
  const token = await generate(ann)
  t.clock.advance(181)
  expect(await redeem(token)).toEqual([400, { code: 'TOKEN_EXPIRED', message: 'Token expired' }])
  expect(await redeem(token)).toEqual(invalid)
})

test('is worth no more than its session', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  const tokens = [await generate(ann), await generate(bob)]
  await ann.post('/sign-out')
  expect(await redeem(tokens[0])).toEqual([400, { code: 'SESSION_NOT_FOUND', message: 'Session not found' }])
  await t.ctx
    .sql`update "session" set "expiresAt" = ${t.clock.now()}::timestamptz - interval '1 s' where "token" = ${bob.token}`
  expect(await redeem(tokens[1])).toEqual([400, { code: 'SESSION_EXPIRED', message: 'Session expired' }])
})

test('refuses', async () => {
  expect(await redeem('unknown')).toEqual(invalid)
  expect(await redeem(7)).toEqual([400, { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' }])
  expect((await t.browser().get('/one-time-token/generate')).status).toBe(401)
})

describe('ONE_TIME_TOKEN_CLIENT_REQUESTS=false', async () => {
  const off = await startTestApp({ ONE_TIME_TOKEN_CLIENT_REQUESTS: 'false' })
  test('clients get none', async () => {
    const answer = await (await off.signUp()).get('/one-time-token/generate')
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'CLIENT_REQUESTS_ARE_DISABLED', message: 'Client requests are disabled' },
    ])
  })
})
