import { describe, expect, test } from 'vitest'
import { emailedToken } from '../testing/emailed-link.ts'
import { refusal } from '../testing/browser.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()
const next = 'another good password'

const requested = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
}

async function resetToken(app: TestApp, email: string): Promise<string> {
  expect((await app.post('/forget-password', { email })).body).toEqual(requested)
  return emailedToken(app, email, 'resetPassword')
}

/** Its texts depend on whether it is the first password (`outbox.test.ts`). */
const lastMail = async (email: string) => (await t.emails(email)).at(-1)

const canSignIn = async (email: string, password: string) =>
  (await t.post('/sign-in/email', { email, password })).status === 200

describe('POST /forget-password and /request-password-reset', () => {
  test('email a link to registered addresses and respond alike for all others', async () => {
    const { email } = await t.signUp()
    for (const path of ['/forget-password', '/request-password-reset']) {
      const known = await t.post(path, { email: email.toUpperCase(), redirectTo: '/reset?a=b&c=d' })
      const unknown = await t.post(path, { email: 'nobody@example.com' })
      expect(known.body).toEqual(requested)
      expect(unknown.text).toBe(known.text)
    }
    const emails = await t.emails(email)
    expect(emails.map(({ template }) => template)).toEqual(['resetPassword', 'resetPassword'])
    expect(emails[0]?.data['url']).toMatch(
      /^http:\/\/localhost:3000\/api\/auth\/reset-password\/[A-Za-z0-9]{24}\?callbackURL=%2Freset%3Fa%3Db%26c%3Dd$/,
    )
    expect(await t.emails('nobody@example.com')).toEqual([])
  })

  test('does not store the token in plain text', async () => {
    const { email, id } = await t.signUp()
    const token = await resetToken(t, email)
    const rows = await t.ctx.db.read`select "identifier", "value" from "verification" where "value" = ${id}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['identifier']).toMatch(/^reset-password:/)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('GET /reset-password/{token}', () => {
  test('redirects to the callbackURL, with the token while it is valid', async () => {
    const { email } = await t.signUp()
    const token = await resetToken(t, email)
    const open = async () => (await t.get(`/reset-password/${token}?callbackURL=%2Fr%3Fx%3D2`)).location
    for (const _ of [1, 2]) expect(await open()).toBe(`http://localhost:3000/r?x=2&token=${token}`)
    t.clock.advance(3601)
    expect(await open()).toBe('http://localhost:3000/r?x=2&error=INVALID_TOKEN')
  })
})

describe('POST /read-reset-token', () => {
  test('names the email to the holder of a valid token only, and does not use it up', async () => {
    const { email } = await t.signUp()
    const token = await resetToken(t, email)
    const read = async (given: unknown) => (await t.post('/read-reset-token', { token: given })).outcome
    for (let time = 0; time < 2; time += 1) expect(await read(token)).toEqual([200, { email }])
    for (const wrong of ['', 'x', `${token}x`, token.toLowerCase(), `reset-password:${token}`])
      expect(await read(wrong)).toEqual(refusal(400, 'INVALID_TOKEN', 'invalid token'))
    expect((await t.post('/reset-password', { token, newPassword: next })).status).toBe(200)
    expect(await read(token)).toEqual(refusal(400, 'INVALID_TOKEN', 'invalid token'))
    const late = await resetToken(t, email)
    t.clock.advance(3601)
    expect(await read(late)).toEqual(refusal(400, 'INVALID_TOKEN', 'invalid token'))
    expect(t.logged.join()).not.toContain(token)
  })
})

describe('POST /reset-password', () => {
  const invalid = { code: 'INVALID_TOKEN', message: 'invalid token' }

  test('sets the password once, ends all sessions and notifies the user', async () => {
    const ann = await t.signUp()
    const token = await resetToken(t, ann.email)
    const response = await t.post('/reset-password', { newPassword: next, token })
    expect([response.body, response.setCookies]).toEqual([{ status: true }, []])
    expect(await canSignIn(ann.email, testPassword)).toBe(false)
    expect(await canSignIn(ann.email, next)).toBe(true)
    expect((await ann.get('/get-session')).text).toBe('null')
    const again = await t.post('/reset-password', { newPassword: testPassword, token })
    expect(again.outcome).toEqual([400, invalid])
    expect((await t.emails(ann.email)).at(-1)?.template).toBe('passwordChanged')
  })

  test("accepts only the user's newest token", async () => {
    const [ann, bob] = [await t.signUp(), await t.signUp()]
    const [older, others, newer] = [
      await resetToken(t, ann.email),
      await resetToken(t, bob.email),
      await resetToken(t, ann.email),
    ]
    const reset = async (token: string) => (await t.post('/reset-password', { newPassword: next, token })).body
    expect(await reset(older)).toEqual(invalid)
    expect(await reset(newer)).toEqual({ status: true })
    expect(await reset(others)).toEqual({ status: true })
  })

  test('accepts the token in the query, and sets a first password', async () => {
    const ann = await t.signUp()
    await t.ctx.db.write`delete from "account" where "userId" = ${ann.id}`
    const token = await resetToken(t, ann.email)
    expect(await lastMail(ann.email)).toMatchObject({ template: 'resetPassword', data: { hasPassword: 'false' } })
    expect((await t.post(`/reset-password?token=${token}`, { newPassword: next })).body).toEqual({
      status: true,
    })
    expect(await canSignIn(ann.email, next)).toBe(true)
    expect(await lastMail(ann.email)).toMatchObject({ template: 'passwordChanged', data: { isFirst: 'true' } })
    const another = await resetToken(t, ann.email)
    expect(await lastMail(ann.email)).toMatchObject({ template: 'resetPassword', data: { hasPassword: 'true' } })
    await t.post('/reset-password', { newPassword: 'correct horse', token: another })
    expect(await lastMail(ann.email)).toMatchObject({ template: 'passwordChanged', data: { isFirst: 'false' } })
  })

  test.each([
    ['keeps the session of the browser that sets a first password', true, true, true],
    ['ends it if there was a password', false, true, false],
    ['ends it if a stranger may have created the account', true, false, false],
  ])('%s, and ends all others', async (_, isFirst, isProved, stays) => {
    const ann = await t.signUp()
    const other = t.browser()
    await other.post('/sign-in/email', { email: ann.email, password: testPassword })
    if (isFirst) await t.ctx.db.write`delete from "account" where "userId" = ${ann.id}`
    if (isProved) await t.ctx.db.write`update "user" set "proved" = true where "id" = ${ann.id}`
    const token = await resetToken(t, ann.email)
    expect((await ann.post('/reset-password', { newPassword: next, token })).body).toEqual({ status: true })
    expect((await ann.get('/get-session')).body !== null).toBe(stays)
    expect((await other.get('/get-session')).body).toBeNull()
    expect(await canSignIn(ann.email, next)).toBe(true)
  })

  test('rejects', async () => {
    const ann = await t.signUp()
    const token = await resetToken(t, ann.email)
    const reset = async (body: object) => (await t.post('/reset-password', body)).outcome
    expect(await reset({ newPassword: 'x'.repeat(129), token: 'unknown' })).toEqual(
      refusal(400, 'PASSWORD_TOO_LONG', 'Password too long'),
    )
    t.clock.advance(3601)
    expect(await reset({ newPassword: next, token })).toEqual([400, invalid])
    expect(await canSignIn(ann.email, testPassword)).toBe(true)
  })

  test('rejects a token for another purpose', async () => {
    const ann = await t.signUp()
    const token = (await ann.get('/one-time-token/generate')).at('token')
    const response = await t.post('/reset-password', { newPassword: next, token })
    expect(response.body).toEqual(invalid)
  })
})

describe('POST /change-password', () => {
  test('changes the password and notifies the user', async () => {
    const ann = await t.signUp()
    const response = await ann.post('/change-password', { currentPassword: testPassword, newPassword: next })
    expect([response.status, response.setCookies]).toEqual([200, []])
    expect([await canSignIn(ann.email, testPassword), await canSignIn(ann.email, next)]).toEqual([false, true])
    expect((await t.emails(ann.email)).map(({ template }) => template)).toEqual(['passwordChanged'])
  })

  test('ends all sessions and starts a new one with revokeOtherSessions', async () => {
    const ann = await t.signUp()
    const other = t.browser()
    await other.post('/sign-in/email', { email: ann.email, password: testPassword })
    const response = await ann.post('/change-password', {
      currentPassword: testPassword,
      newPassword: next,
      revokeOtherSessions: true,
    })
    expect(response.at('token')).not.toBe(ann.token)
    expect((await ann.get('/get-session')).at('session', 'token')).toBe(response.at('token'))
    expect((await other.get('/get-session')).text).toBe('null')
    expect((await ann.get('/multi-session/list-device-sessions')).body).toHaveLength(1)
  })

  test('rejects', async () => {
    const ann = await t.signUp()
    const change = async (currentPassword: string, newPassword = next) =>
      (await ann.post('/change-password', { currentPassword, newPassword })).outcome
    expect(await change('wrong password')).toEqual(refusal(400, 'INVALID_PASSWORD', 'Invalid password'))
    expect(await change('wrong password', 'short')).toEqual(refusal(400, 'PASSWORD_TOO_SHORT', 'Password too short'))
    expect(await change(testPassword, 'x'.repeat(129))).toEqual(refusal(400, 'PASSWORD_TOO_LONG', 'Password too long'))
    await t.ctx.db.write`delete from "account" where "userId" = ${ann.id}`
    expect(await change(testPassword)).toEqual(
      refusal(400, 'CREDENTIAL_ACCOUNT_NOT_FOUND', 'Credential account not found'),
    )
  })
})

describe('when disabled', async () => {
  const off = await startTestApp({ RESET_PASSWORD_ENABLED: 'false' })
  const lenient = await startTestApp({ RESET_PASSWORD_REVOKES_SESSIONS: 'false' })

  test('refuses forget-password', async () => {
    const response = await off.post('/forget-password', { email: 'a@b.co' })
    expect(response.outcome).toEqual(refusal(400, 'RESET_PASSWORD_ISNT_ENABLED', "Reset password isn't enabled"))
  })

  test('keeps sessions after a reset with RESET_PASSWORD_REVOKES_SESSIONS=false', async () => {
    const ann = await lenient.signUp({ emailVerified: true })
    await lenient.post('/reset-password', { newPassword: next, token: await resetToken(lenient, ann.email) })
    expect((await ann.get('/get-session')).at('user', 'id')).toBe(ann.id)
  })
})
