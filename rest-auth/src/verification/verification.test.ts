import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { emailedLink, emailedToken } from '../testing/emailed-link.ts'
import { deriveSecrets } from '../crypto/derived-secrets.ts'
import { signJson } from '../crypto/signed-json.ts'
import type { Secrets } from '../crypto/signed-value.ts'
import { refusal } from '../testing/browser.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp()
const somebodyElse = await t.signUp()
const [secret] = t.ctx.config.secrets
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

const typed = (alg: string, typ = 'email-link+jwt') => JSON.stringify({ alg, typ })

interface Claims {
  readonly sub: string
  readonly email: string
}

const sign = (payload: object, header = typed('HS256'), secrets: Secrets = t.ctx.config.secrets): string =>
  signAs(deriveSecrets(secrets, 'email-link+jwt')[0], payload, header)

function signAs(key: string, payload: object, header: string): string {
  const message = [header, JSON.stringify(payload)].map((part) => Buffer.from(part).toString('base64url')).join('.')
  return `${message}.${createHmac('sha256', key).update(message).digest('base64url')}`
}

const follow = (url: URL) => url.pathname.slice('/api/auth'.length) + url.search

describe('POST /send-verification-email', () => {
  test('emails unverified users without a session, and responds alike for all others', async () => {
    const [unverified, verified] = [await t.signUp(), await t.signUp({ emailVerified: true })]
    for (const email of [unverified.email, verified.email, 'nobody@example.com']) {
      const response = await t.post('/send-verification-email', { email, callbackURL: '/x?a=b&c=d' })
      expect([response.status, response.text]).toEqual([200, '{"status":true}'])
    }
    expect(await t.emails(verified.email)).toEqual([])
    const link = await emailedLink(t, unverified.email)
    expect(link.searchParams.get('callbackURL')).toBe('/x?a=b&c=d')
    const [header, payload] = (link.searchParams.get('token') ?? '')
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString())
    const iat = seconds(t.clock.now())
    expect([header, payload]).toEqual([
      typed('HS256'),
      JSON.stringify({ email: unverified.email, sub: unverified.id, iat, exp: iat + 3600 }),
    ])
  })

  test("accepts only the user's own unverified email with a session", async () => {
    const [ann, verified] = [await t.signUp(), await t.signUp({ emailVerified: true })]
    expect((await ann.post('/send-verification-email', { email: ann.email })).body).toEqual({ status: true })
    const other = await ann.post('/send-verification-email', { email: verified.email })
    expect(other.outcome).toEqual(
      refusal(
        400,
        'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL',
        'You can only send a verification email to your own email',
      ),
    )
    // The order of better-auth 1.2.12: a verified user learns that first.
    for (const email of [verified.email, ann.email]) {
      const done = await verified.post('/send-verification-email', { email })
      expect(done.outcome).toEqual(
        refusal(
          400,
          'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL',
          'You can only send a verification email to an unverified email',
        ),
      )
    }
  })
})

describe('GET /verify-email', () => {
  test('verifies the email, then redirects to the exact callbackURL or responds', async () => {
    const ann = await t.signUp()
    await ann.post('/send-verification-email', { email: ann.email, callbackURL: '/welcome?a=b' })
    const link = await emailedLink(t, ann.email)
    const response = await t.get(follow(link))
    expect([response.status, response.location, response.text]).toEqual([302, '/welcome?a=b', ''])
    expect(response.setCookies.map((cookie) => cookie.split('=')[0])).toEqual(['better-auth.proof'])
    expect((await ann.get('/get-session')).body).toMatchObject({ user: { emailVerified: true } })
    link.searchParams.delete('callbackURL')
    expect((await t.get(follow(link))).body).toEqual({ status: true, user: null })
  })

  const unsigned = (user: Claims) => sign({ ...user, exp: 9e9 }, typed('none')).replace(/[^.]*$/, '')

  test.each<[string, string, (user: Claims) => string]>([
    ['expired', 'token_expired', (user) => sign({ ...user, iat: 1, exp: seconds(t.clock.now()) - 1 })],
    ['of another secret', 'invalid_token', (user) => sign({ ...user, exp: 9e9 }, undefined, ['x'.repeat(32)])],
    ['unsigned', 'invalid_token', unsigned],
    ['that says it is none', 'invalid_token', (user) => sign({ ...user, exp: 9e9 }, typed('none'))],
    ['of another algorithm', 'invalid_token', (user) => sign({ ...user, exp: 9e9 }, typed('HS512'))],
    ['of another type', 'invalid_token', (user) => sign({ ...user, exp: 9e9 }, typed('HS256', 'service+jwt'))],
    ['of another kind', 'invalid_token', (user) => signJson(t.ctx.config.secrets, 'proof', { ...user, exp: 9e9 })],
    ['without an address', 'invalid_token', (user) => sign({ ...user, email: 'nonsense', exp: 9e9 })],
    ['without an expiry', 'invalid_token', (user) => sign({ ...user })],
    [
      'signed with the secret itself',
      'invalid_token',
      (user) => signAs(secret, { ...user, exp: 9e9 }, '{"alg":"HS256"}'),
    ],
    ['of another user', 'user_not_found', ({ email }) => sign({ sub: somebodyElse.id, email, exp: 9e9 })],
    ['of nobody', 'user_not_found', () => sign({ sub: 'nobody', email: 'nobody@example.com', exp: 9e9 })],
    ['for a change, without a session', 'unauthorized', (user) => sign({ ...user, updateTo: 'n@b.co', exp: 9e9 })],
  ])('rejects a token that is %s', async (_, message, makeToken) => {
    const { email, id } = await t.signUp()
    const path = `/verify-email?token=${makeToken({ sub: id, email })}`
    expect((await t.get(path)).outcome).toEqual(refusal(401, message.toUpperCase(), message))
    expect((await t.get(`${path}&callbackURL=%2Fa%3Fb%3Dc`)).location).toBe(`/a?b=c&error=${message}`)
    const [user] = await t.ctx.db.read`select "email", "emailVerified" from "user" where "id" = ${id}`
    expect(user).toEqual({ email, emailVerified: false })
  })
})

describe('EMAIL_VERIFICATION_AUTO_SIGN_IN', async () => {
  const auto = await startTestApp({
    EMAIL_VERIFICATION_AUTO_SIGN_IN: 'true',
    EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true',
  })

  test('signs in, unless the browser is signed in as that user', async () => {
    const ann = await auto.signUp()
    const own = await ann.get(follow(await emailedLink(auto, ann.email)))
    expect(own.setCookies[0]).toContain(`better-auth.session_token=${ann.token}.`)
    const [carl, fresh] = [await auto.signUp(), auto.browser()]
    await fresh.get(follow(await emailedLink(auto, carl.email)))
    const session = await fresh.get('/get-session')
    expect(session.at('user', 'id')).toBe(carl.id)
    expect(session.at('session', 'token')).not.toBe(carl.token)
    const [dora, bob] = [await auto.signUp(), await auto.signUp()]
    await bob.get(follow(await emailedLink(auto, dora.email)))
    expect((await bob.get('/get-session')).at('user', 'id')).toBe(dora.id)
  })

  test('signs in once per link, also for concurrent uses, and reports the second use', async () => {
    const ann = await auto.signUp()
    const link = await emailedLink(auto, ann.email)
    const browsers = Array.from({ length: 8 }, () => auto.browser())
    const responses = await Promise.all(browsers.map((browser) => browser.get(follow(link))))
    expect(new Set(responses.map(({ location }) => location))).toEqual(new Set(['/']))
    const sessions = await Promise.all(browsers.map((browser) => browser.get('/get-session')))
    expect(sessions.filter(({ body }) => body !== null)).toHaveLength(1)
    await auto.post('/forget-password', { email: ann.email })
    const token = await emailedToken(auto, ann.email, 'resetPassword')
    await auto.post('/reset-password', { token, newPassword: 'another good password' })
    const late = auto.browser()
    await late.get(follow(link))
    expect((await late.get('/get-session')).body).toBeNull()
  })
})

describe('EMAIL_VERIFICATION_ENABLED=false', async () => {
  const off = await startTestApp({ EMAIL_VERIFICATION_ENABLED: 'false', CHANGE_EMAIL_ENABLED: 'false' })

  test('sends no email', async () => {
    const ann = await off.signUp({ emailVerified: true })
    const disabled = { code: 'VERIFICATION_EMAIL_ISNT_ENABLED', message: "Verification email isn't enabled" }
    const response = await ann.post('/send-verification-email', { email: ann.email })
    expect(response.outcome).toEqual([400, disabled])
    const change = await ann.post('/change-email', { newEmail: 'n@b.co' })
    expect(change.outcome).toEqual(refusal(400, 'CHANGE_EMAIL_IS_DISABLED', 'Change email is disabled'))
  })
})

describe('POST /change-email', () => {
  const fresh = (() => {
    let count = 0
    return () => `new-${(count += 1)}@example.com`
  })()

  test('changes an unverified email immediately, emails the new one and notifies the old one', async () => {
    const ann = await t.signUp()
    const newEmail = fresh()
    const response = await ann.post('/change-email', { newEmail: newEmail.toUpperCase(), callbackURL: '/done' })
    expect(response.body).toEqual({ status: true })
    expect(response.setCookies[0]).toContain('better-auth.session_token=')
    expect((await ann.get('/get-session')).body).toMatchObject({ user: { email: newEmail, emailVerified: false } })
    expect((await emailedLink(t, newEmail)).searchParams.get('callbackURL')).toBe('/done')
    const told = (await t.emails(ann.email)).at(-1)
    expect([told?.template, told?.data]).toEqual(['emailChanged', { name: 'Ann' }]) // not which the new one is
  })

  test('requires the link in the current mailbox for a verified email, in a session of that user', async () => {
    const [ann, bob] = [await t.signUp({ emailVerified: true }), await t.signUp({ emailVerified: true })]
    const newEmail = fresh()
    const asked = await ann.post('/change-email', { newEmail, callbackURL: '/done' })
    expect([asked.body, asked.setCookies, await t.emails(newEmail)]).toEqual([{ status: true }, [], []])
    const link = await emailedLink(t, ann.email, 'changeEmail')
    for (const other of [t, bob]) expect((await other.get(follow(link))).location).toBe('/done?error=unauthorized')
    const response = await ann.get(follow(link))
    expect([response.status, response.location]).toEqual([302, '/done'])
    expect(response.setCookies[0]).toContain('better-auth.session_token=')
    expect((await ann.get('/get-session')).body).toMatchObject({ user: { email: newEmail, emailVerified: false } })
    const told = (await t.emails(ann.email)).at(-1)
    expect([told?.template, told?.data]).toEqual(['emailChanged', { name: 'Ann' }]) // not which the new one is
    await t.get(follow(await emailedLink(t, newEmail)))
    expect((await ann.get('/get-session')).body).toMatchObject({ user: { email: newEmail, emailVerified: true } })
  })

  test.each([false, true])('requires a recent sign-in (verified: %s)', async (emailVerified) => {
    const ann = await t.signUp({ emailVerified })
    const emails = await t.emails(ann.email)
    t.clock.advance(86_400)
    const response = await ann.post('/change-email', { newEmail: fresh() })
    expect(response.outcome).toEqual(refusal(403, 'SESSION_IS_NOT_FRESH', 'Session is not fresh'))
    expect((await ann.get('/get-session')).at('user', 'email')).toBe(ann.email)
    expect(await t.emails(ann.email)).toEqual(emails)
  })

  test('leaves an email that was taken meanwhile to its owner', async () => {
    const ann = await t.signUp({ emailVerified: true })
    const newEmail = fresh()
    await ann.post('/change-email', { newEmail })
    await t.signUp({ email: newEmail })
    const link = await emailedLink(t, ann.email, 'changeEmail')
    expect((await ann.get(follow(link))).location).toBe('/?error=couldnt_update_your_email')
    expect((await ann.get('/get-session')).at('user', 'email')).toBe(ann.email)
    expect((await ann.get('/pending-email-change')).body).toBeNull()
  })

  test.each([false, true])('ends reset links that went to the old email (verified: %s)', async (emailVerified) => {
    const ann = await t.signUp({ emailVerified })
    await t.post('/forget-password', { email: ann.email })
    const token = await emailedToken(t, ann.email, 'resetPassword')
    await ann.post('/change-email', { newEmail: fresh() })
    if (emailVerified) await ann.get(follow(await emailedLink(t, ann.email, 'changeEmail')))
    expect((await ann.get('/get-session')).at('user', 'email')).not.toBe(ann.email)
    const response = await t.post('/reset-password', { token, newPassword: 'another good password' })
    expect(response.body).toEqual({ code: 'INVALID_TOKEN', message: 'invalid token' })
  })
})
