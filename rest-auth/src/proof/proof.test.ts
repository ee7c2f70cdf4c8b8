import { describe, expect, test } from 'vitest'
import { hashToken } from '../crypto/token.ts'
import type { Browser } from '../testing/browser.ts'
import { emailedLink, emailedToken } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { startSocialTestApp, visitProvider, type SocialTestApp } from '../testing/social.ts'
import { statementsWait } from '../testing/statements.ts'
import { type SignedIn } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startSocialTestApp()
const newPassword = 'another good password'

/** Opens the link of the newest verification email in this browser. */
async function follow(browser: Browser, email: string, app: SocialTestApp = t) {
  const link = await emailedLink(app, email)
  return browser.get('/verify-email', { query: Object.fromEntries(link.searchParams) })
}

/** A user who signed up and requested the verification email. */
async function signUpAndAsk(): Promise<SignedIn> {
  const maker = await t.signUp()
  await maker.post('/send-verification-email', { email: maker.email })
  return maker
}

const signIn = (email: string, password = testPassword, browser = t.browser()) =>
  browser.post('/sign-in/email', { email, password })
const arriveByGoogle = (browser: Browser, email: string) => visitProvider(browser, 'google', { email })

async function resetPassword(email: string, app = t): Promise<void> {
  await app.browser().post('/forget-password', { email })
  const token = await emailedToken(app, email, 'resetPassword')
  expect((await app.browser().post('/reset-password', { token, newPassword })).status).toBe(200)
}

/**
 * Whether the creator's session and password still work, and how many emails reported their end.
 */
async function waysOf(maker: SignedIn) {
  const session = (await maker.get('/get-session')).body !== null
  const password = (await signIn(maker.email)).status === 200
  const told = (await t.emails(maker.email)).filter(({ template }) => template === 'accountClaimed').length
  return { session, password, told }
}
const all = { session: true, password: true, told: 0 }
const none = { session: false, password: false, told: 1 }

describe("an account that someone created with a stranger's email", () => {
  test.each([
    ['confirmed it by the mailed link', true],
    ['ignored the mail', false],
  ])('is claimed by its owner, who %s and comes from a provider', async (_, isConfirmed) => {
    const [maker, owner] = [await signUpAndAsk(), t.browser()]
    if (isConfirmed) expect((await follow(owner, maker.email)).location).toBe('/')
    expect((await arriveByGoogle(owner, maker.email)).location).toBe('/welcome')
    expect((await owner.get('/get-session')).body).toMatchObject({ user: { id: maker.id, emailVerified: true } })
    expect(await waysOf(maker)).toEqual(none)
    expect((await arriveByGoogle(t.browser(), maker.email)).location).toBe('/welcome')
    expect((await owner.get('/list-accounts')).body).toMatchObject([{ provider: 'google' }])
  })

  test('is claimed by its owner, who verifies and resets the password, even if a reset keeps sessions', async () => {
    const lenient = await startSocialTestApp({ RESET_PASSWORD_REVOKES_SESSIONS: 'false' })
    const maker = await lenient.signUp()
    await maker.post('/send-verification-email', { email: maker.email })
    await follow(lenient.browser(), maker.email, lenient)
    await resetPassword(maker.email, lenient)
    expect((await maker.get('/get-session')).body).toBeNull()
    const owner = lenient.browser()
    await owner.post('/sign-in/email', { email: maker.email, password: newPassword })
    // Now the creator has proved it and keeps access.
    await visitProvider(lenient.browser(), 'google', { email: maker.email })
    expect((await owner.get('/list-accounts')).body).toHaveLength(2)
  })

  test('loses a provider that did not verify the email', async () => {
    const [thief, owner, email] = [t.browser(), t.browser(), 'shared@example.com']
    await visitProvider(thief, 'gitlab', { email, verified: false })
    await thief.post('/send-verification-email', { email })
    await follow(owner, email)
    await arriveByGoogle(owner, email)
    expect((await thief.get('/get-session')).body).toBeNull()
    expect((await owner.get('/list-accounts')).body).toMatchObject([{ provider: 'google' }])
  })

  test('is not proved by its password in another browser', async () => {
    const [maker, owner] = [await signUpAndAsk(), t.browser()]
    await follow(owner, maker.email)
    await signIn(maker.email)
    await arriveByGoogle(owner, maker.email)
    expect(await waysOf(maker)).toEqual(none)
  })

  test("is not proved after a change to a stranger's email", async () => {
    const maker = await t.signUp({ emailVerified: true })
    const email = 'stranger@example.com'
    await maker.post('/change-email', { newEmail: email })
    const link = await emailedLink(t, maker.email, 'changeEmail')
    await maker.get('/verify-email', { query: Object.fromEntries(link.searchParams) })
    await follow(t.browser(), email)
    await arriveByGoogle(t.browser(), email)
    expect((await maker.get('/get-session')).body).toBeNull()
  })
})

describe('the creator of the account keeps access', () => {
  test('after opening the link in their own session', async () => {
    const maker = await signUpAndAsk()
    await follow(maker, maker.email)
    expect((await maker.get('/address-to-prove')).body).toEqual({ email: null, isProved: true })
    await arriveByGoogle(t.browser(), maker.email)
    expect(await waysOf(maker)).toEqual(all)
  })

  test.each(['email', 'username'])('after opening it elsewhere and giving the password there, by %s', async (by) => {
    const maker = await t.signUp({ username: `maker.by.${by}` })
    await maker.post('/send-verification-email', { email: maker.email })
    const phone = t.browser()
    await follow(phone, maker.email)
    expect((await phone.get('/address-to-prove')).body).toEqual({ email: maker.email, isProved: false })
    const name = by === 'email' ? maker.email : `maker.by.${by}`
    expect((await phone.post(`/sign-in/${by}`, { [by]: name, password: testPassword })).status).toBe(200)
    expect((await phone.get('/address-to-prove')).body).toEqual({ email: null, isProved: true })
    await arriveByGoogle(t.browser(), maker.email)
    expect(await waysOf(maker)).toEqual(all)
  })

  test('after accepting an emailed invitation', async () => {
    const maker = await t.signUp()
    const organization = await found(t)
    await organization.owner.post('/organization/invite-member', {
      email: maker.email,
      role: 'member',
      organizationId: organization.id,
    })
    const link = await emailedLink(t, maker.email, 'invitation')
    const body = { invitationId: link.pathname.split('/').at(-1), token: link.searchParams.get('token') }
    expect((await maker.post('/organization/accept-invitation', body)).status).toBe(200)
    await arriveByGoogle(t.browser(), maker.email)
    expect(await waysOf(maker)).toEqual(all)
  })

  test('offers the proof for a quarter of an hour', async () => {
    const [maker, phone] = [await signUpAndAsk(), t.browser()]
    await follow(phone, maker.email)
    t.clock.advance(901)
    expect((await phone.get('/address-to-prove')).body).toEqual({ email: null, isProved: false })
    await signIn(maker.email, testPassword, phone)
    await arriveByGoogle(t.browser(), maker.email)
    expect(await waysOf(maker)).toEqual(none)
  })
})

describe('a verification link', () => {
  const outcome = async (browser: Browser, token: string) =>
    (await browser.get('/verify-email', { query: { token, callbackURL: '/x' } })).location

  test('ends with a reset, which has verified the email: it neither signs in nor proves', async () => {
    const app = await startSocialTestApp({ EMAIL_VERIFICATION_AUTO_SIGN_IN: 'true' })
    const maker = await app.signUp()
    await maker.post('/send-verification-email', { email: maker.email })
    const token = await emailedToken(app, maker.email, 'verification')
    await resetPassword(maker.email, app)
    for (const browser of [app.browser(), maker]) {
      expect(await outcome(browser, token)).toBe('/x')
      expect((await browser.get('/get-session')).body).toBeNull()
      expect((await browser.get('/address-to-prove')).body).toEqual({ email: null, isProved: false })
    }
  })

  test('ends with a change of the email, also after a change back', async () => {
    const maker = await signUpAndAsk()
    const token = await emailedToken(t, maker.email, 'verification')
    t.clock.advance(1)
    await maker.post('/change-email', { newEmail: `x${maker.email}` })
    expect(await outcome(t.browser(), token)).toBe('/x?error=user_not_found')
    await maker.post('/change-email', { newEmail: maker.email })
    expect(await outcome(t.browser(), token)).toBe('/x?error=invalid_token')
  })

  test('ends with the account, also for the next one with that email', async () => {
    const maker = await signUpAndAsk()
    const token = await emailedToken(t, maker.email, 'verification')
    await maker.post('/delete-user')
    await maker.post('/delete-user', { token: await emailedToken(t, maker.email, 'deleteUser') })
    expect(await outcome(t.browser(), token)).toBe('/x?error=user_not_found')
    await t.signUp({ email: maker.email })
    expect(await outcome(t.browser(), token)).toBe('/x?error=user_not_found')
    expect(await t.ctx.db.read`select 1 from "verification" where "identifier" like ${`%${hashToken(token)}`}`).toEqual(
      [],
    )
  })
})

describe('concurrently', () => {
  test.each([false, true])('ends a change of the email with the session (verified: %s)', async (emailVerified) => {
    const maker = await t.signUp({ emailVerified })
    const newEmail = `new-${maker.email}`
    await maker.post('/change-email', { newEmail: `first-${maker.email}` })
    const token = emailVerified ? await emailedToken(t, maker.email, 'changeEmail') : ''
    const before = (await maker.get('/get-session')).at('user', 'email')
    const change = await t.ctx.database.begin(async (db) => {
      await db.write`select 1 from "user" where "id" = ${maker.id} for no key update`
      await db.write`delete from "session" where "userId" = ${maker.id}`
      const asked = emailVerified
        ? maker.get('/verify-email', { query: { token } })
        : maker.post('/change-email', { newEmail })
      await statementsWait(t, 1)
      return { asked }
    })
    expect((await change.asked).status).toBe(emailVerified ? 401 : 400)
    expect(await t.ctx.db.read`select "email" from "user" where "id" = ${maker.id}`).toEqual([{ email: before }])
  })

  test('lock the creator out when a provider arrives and the link is opened', async () => {
    for (let round = 0; round < 6; round++) {
      const [maker, owner] = [await signUpAndAsk(), t.browser()]
      await Promise.all([arriveByGoogle(owner, maker.email), follow(t.browser(), maker.email)])
      expect((await owner.get('/get-session')).at('user', 'id')).toBe(maker.id)
      expect(await waysOf(maker)).toEqual(none)
    }
  })

  test("have the same result as one after the other in the user's session", async () => {
    for (let round = 0; round < 6; round++) {
      const [maker, owner] = [await signUpAndAsk(), t.browser()]
      await Promise.all([arriveByGoogle(owner, maker.email), follow(maker, maker.email)])
      expect((await owner.get('/get-session')).at('user', 'id')).toBe(maker.id)
      expect([all, none]).toContainEqual(await waysOf(maker))
    }
  })

  test('keep only the provider if an earlier password signs in', async () => {
    for (let round = 0; round < 6; round++) {
      const [maker, owner, thief] = [await signUpAndAsk(), t.browser(), t.browser()]
      await Promise.all([arriveByGoogle(owner, maker.email), signIn(maker.email, testPassword, thief)])
      expect((await owner.get('/get-session')).at('user', 'id')).toBe(maker.id)
      expect((await thief.get('/get-session')).body).toBeNull()
    }
  })
})
