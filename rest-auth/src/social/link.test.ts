import { signIdToken } from 'demo-providers/keys.ts'
import { describe, expect, it } from 'vitest'
import { addMember } from '../organization/member/member.ts'
import type { Browser } from '../testing/browser.ts'
import { emailedLink, emailedToken } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import {
  clientIdOf,
  comeBack,
  consent,
  startSocialTestApp,
  visitProvider,
  type SocialTestApp,
} from '../testing/social.ts'
import { statementsWait } from '../testing/statements.ts'
import { newUser } from '../user/user.ts'
import { insertUser } from '../user/user.sql.ts'

const test = await startSocialTestApp()
let people = 0
const newAddress = () => `person${(people += 1)}@example.com`
const failing = { errorCallbackURL: '/failed' }

const accountsOf = async (browser: Browser) => (await browser.get('/list-accounts')).body
const link = (browser: Browser, provider: 'github' | 'google' | 'facebook' | 'roblox' | 'gitlab', choice = {}) =>
  visitProvider(browser, provider, choice, failing, '/link-social')
const idOf = async (browser: Browser) => (await browser.get('/get-session')).at('user', 'id')

describe('signing in with the email of an existing user', () => {
  it('links if both sides have verified it, and notifies the user', async () => {
    const user = await test.signUp({ email: newAddress(), emailVerified: true })
    const browser = test.browser()
    expect(await visitProvider(browser, 'google', { email: user.email.toUpperCase() })).toMatchObject({
      location: '/welcome',
    })
    expect(await idOf(browser)).toBe(user.id)
    expect(await accountsOf(user)).toHaveLength(2)
    expect((await test.emails(user.email)).map((mail) => mail.template)).toContain('providerLinked')
  })

  it.each([
    ['has not', 'google' as const, false],
    ['never says so', 'facebook' as const, true],
  ])('does not link if the provider %s', async (_, provider, verified) => {
    const user = await test.signUp({ email: newAddress(), emailVerified: true })
    const browser = test.browser()
    const response = await visitProvider(browser, provider, { email: user.email, verified }, failing)
    expect(response.location).toBe('/failed?error=account_not_linked')
    expect((await browser.get('/get-session')).body).toBeNull()
    expect(await accountsOf(user)).toHaveLength(1)
  })

  it("does not link if a concurrent reset removes the provider's account", async () => {
    const email = newAddress()
    const person = { email, name: 'Thief', verified: false }
    await visitProvider(test.browser(), 'google', person)
    await test.browser().post('/forget-password', { email })
    const reset = { token: await emailedToken(test, email, 'resetPassword'), newPassword: 'correct horse' }
    const browser = test.browser()
    const started = await browser.post('/sign-in/social', { provider: 'google', ...failing })
    const back = await consent(started.at('url'), person)
    // The reset has deleted the account and waits before deleting the sessions.
    const both = await test.ctx.database.begin(async (db) => {
      await db.write`lock table "session" in exclusive mode`
      const owner = test.browser().post('/reset-password', reset)
      await statementsWait(test, 1)
      const thief = comeBack(browser, back)
      await statementsWait(test, 2)
      return { requests: Promise.all([owner, thief]) }
    })
    const [owner, thief] = await both.requests
    expect([owner.status, thief.location]).toEqual([200, '/failed?error=account_not_linked'])
    expect((await browser.get('/get-session')).body).toBeNull()
  })

  it('does not mistake another person at the provider for the user (same email, unverified)', async () => {
    const email = newAddress()
    const [first, second] = [test.browser(), test.browser()]
    await visitProvider(first, 'google', { email, name: 'Subject A' })
    const response = await visitProvider(second, 'google', { email, name: 'Subject B', verified: false }, failing)
    expect(response.location).toBe('/failed?error=account_not_linked')
  })

  it('never accepts a placeholder as an email', async () => {
    const reddit = test.browser()
    await visitProvider(reddit, 'reddit', { name: 'Placeholder' })
    const email = (await reddit.get('/get-session')).at('user', 'email')
    const response = await visitProvider(test.browser(), 'gitlab', { email }, failing)
    expect(response.location).toBe('/failed?error=email_invalid')
    const signUp = await test.browser().post('/sign-up/email', { email, name: 'Thief', password: 'correct horse' })
    expect(signUp).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL' } })
  })

  it('never emails a placeholder, not even about a new device, username or role', async () => {
    const visit = (browser: Browser, device: string) => {
      const get: Browser['get'] = (path, call) => browser.get(path, { ...call, headers: { 'user-agent': device } })
      return visitProvider({ ...browser, get }, 'roblox', { name: 'Traveller' })
    }
    const browser = test.browser()
    expect((await visit(browser, 'Phone')).location).toBe('/welcome')
    expect((await visit(test.browser(), 'Laptop')).location).toBe('/welcome')
    expect((await browser.post('/update-user', { username: 'traveller' })).status).toBe(200)
    const { id: organizationId, owner } = await found(test)
    const { id: memberId } = await addMember(test.ctx, { organizationId, userId: await idOf(browser), role: 'admin' })
    const demotion = { organizationId, memberId, role: 'member' }
    expect((await owner.post('/organization/update-member-role', demotion)).status).toBe(200)
    expect((await test.emails()).filter((mail) => mail.to.endsWith('.invalid'))).toEqual([])
  })

  it("recognizes people by the provider's id, whatever their email is now", async () => {
    const browser = test.browser()
    await visitProvider(browser, 'github', { email: newAddress() })
    const { db } = test.ctx
    await db.write`update "user" set "email" = ${newAddress()} where "id" = ${await idOf(browser)}`
    const again = test.browser()
    await visitProvider(again, 'github', { email: `person${people - 1}@example.com` })
    expect(await idOf(again)).toBe(await idOf(browser))
  })

  it('distinguishes the same id at two providers', async () => {
    const [atGithub, atRoblox] = [test.browser(), test.browser()]
    const choice = { name: 'Nina Number', email: newAddress() }
    await visitProvider(atGithub, 'github', choice)
    await visitProvider(atRoblox, 'roblox', choice)
    const ids = await test.ctx.db.read`
      select distinct "accountId" from "account" where "userId" in (${await idOf(atGithub)}, ${await idOf(atRoblox)})`
    expect(ids).toHaveLength(1)
    expect(await idOf(atRoblox)).not.toBe(await idOf(atGithub))
  })
})

describe('a password reset', () => {
  const reset = async (email: string) => {
    await test.browser().post('/forget-password', { email })
    const token = await emailedToken(test, email, 'resetPassword')
    const response = await test.browser().post('/reset-password', { newPassword: 'the right owner’s', token })
    expect(response.body).toEqual({ status: true })
  }

  it('keeps the providers of a user who had proved the email', async () => {
    const [browser, email] = [test.browser(), newAddress()]
    await visitProvider(browser, 'google', { email })
    await reset(email)
    expect((await visitProvider(browser, 'google', { email }, failing)).location).toBe('/welcome')
    expect(await accountsOf(browser)).toHaveLength(2)
  })
})

describe('linking while signed in', () => {
  it('links an email that the provider verified, and does nothing the second time', async () => {
    const user = await test.signUp({ email: newAddress(), emailVerified: true })
    expect((await link(user, 'github', { email: user.email })).location).toBe('/welcome')
    expect((await link(user, 'github', { email: user.email })).location).toBe('/welcome')
    expect(await accountsOf(user)).toHaveLength(2)
  })

  it('rejects another email, and one that nobody verified', async () => {
    const user = await test.signUp({ email: newAddress(), emailVerified: true })
    expect((await link(user, 'github', { email: newAddress() })).location).toBe('/failed?error=email_doesn%27t_match')
    expect((await link(user, 'google', { email: user.email, verified: false })).location).toBe(
      '/failed?error=unable_to_link_account',
    )
    expect((await link(user, 'roblox')).location).toBe('/failed?error=unable_to_link_account')
    expect(await accountsOf(user)).toHaveLength(1)
  })

  it('rejects a user with an unproved email, who could collect sign-ins of its owner', async () => {
    const user = await test.signUp({ email: newAddress() })
    expect((await link(user, 'github', { email: user.email })).location).toBe('/failed?error=account_not_linked')
    expect(await accountsOf(user)).toHaveLength(1)
  })

  it("rejects another user's account, but not the same id at another provider", async () => {
    const choice = { email: newAddress() }
    const owner = test.browser()
    await visitProvider(owner, 'github', choice)
    const user = await test.signUp({ email: newAddress(), emailVerified: true })
    expect((await link(user, 'github', choice)).location).toBe('/failed?error=account_already_linked_to_different_user')
    await test.ctx.db.write`update "user" set "email" = ${newAddress()} where "id" = ${await idOf(owner)}`
    await test.ctx.db.write`update "user" set "email" = ${choice.email} where "id" = ${user.id}`
    expect((await link(user, 'gitlab', choice)).location).toBe('/welcome')
  })

  it('rejects if someone else has signed in meanwhile', async () => {
    const user = await test.signUp({ email: newAddress(), emailVerified: true })
    const started = await user.post('/link-social', { provider: 'github', ...failing })
    const other = await test.signUp()
    const sessionCookie = 'better-auth.session_token'
    user.jar.set(sessionCookie, other.jar.get(sessionCookie) ?? '')
    const response = await comeBack(user, await consent(started.at('url'), { email: user.email }))
    expect(response.location).toBe('/failed?error=state_mismatch')
  })

  it.each(['a sign-out', 'a reset of the password'])(
    'rejects after %s, also in a browser without a session',
    async (end) => {
      const user = await test.signUp({ email: newAddress(), emailVerified: true })
      const started = await user.post('/link-social', { provider: 'github', ...failing })
      const back = await consent(started.at('url'), { email: user.email })
      if (end === 'a sign-out') await user.post('/sign-out')
      else {
        await test.browser().post('/forget-password', { email: user.email })
        const token = await emailedToken(test, user.email, 'resetPassword')
        await test.browser().post('/reset-password', { token, newPassword: 'another good password' })
      }
      expect((await comeBack(user, back)).location).toBe('/failed?error=state_mismatch')
      expect(await test.ctx.db.read`select 1 from "account" where "userId" = ${user.id}`).toHaveLength(1)
    },
  )

  it('links for an app whose session is not in the returning browser', async () => {
    const user = await test.signUp({ email: newAddress(), emailVerified: true })
    const started = await user.post('/link-social', { provider: 'github', callbackURL: '/welcome' })
    const back = await consent(started.at('url'), { email: user.email })
    const state = user.jar.get('better-auth.state') ?? ''
    const browser = test.browser()
    browser.jar.set('better-auth.state', state)
    expect((await comeBack(browser, back)).location).toBe('/welcome')
    expect(await accountsOf(user)).toHaveLength(2)
  })

  it('rejects a user who was deleted meanwhile', async () => {
    const user = await test.signUp({ email: newAddress(), emailVerified: true })
    const started = await user.post('/link-social', { provider: 'github', ...failing })
    await test.ctx.db.write`delete from "user" where "id" = ${user.id}`
    const response = await comeBack(user, await consent(started.at('url'), { email: user.email }))
    expect(response.location).toBe('/failed?error=unable_to_link_account')
  })
})

const verifiedUser = (app: SocialTestApp) => app.signUp({ email: newAddress(), emailVerified: true })

describe('settings', async () => {
  const strict = await startSocialTestApp({
    EMAIL_VERIFICATION_REQUIRED: 'true',
    EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true',
  })
  const strictAndClosed = await startSocialTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true', SIGN_UP_ENABLED: 'false' })
  const closed = await startSocialTestApp({ SIGN_UP_ENABLED: 'false' })
  const unlinked = await startSocialTestApp({ ACCOUNT_LINKING_ENABLED: 'false' })
  const trusting = await startSocialTestApp({ ACCOUNT_LINKING_TRUSTED_PROVIDERS: 'facebook,roblox' })
  const mailing = await startSocialTestApp({ EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true' })

  it('EMAIL_VERIFICATION_REQUIRED refuses unverified emails until the user opens the link', async () => {
    const person = { email: newAddress(), name: 'Careful', verified: false }
    const browser = strict.browser()
    const refused = '/failed?error=email_not_verified'
    expect((await visitProvider(browser, 'google', person, failing)).location).toBe(refused)
    expect((await visitProvider(browser, 'google', person, failing)).location).toBe(refused)
    expect((await browser.get('/get-session')).body).toBeNull()
    const emails = await strict.emails(person.email)
    expect(emails.map(({ template }) => template)).toEqual(['verification', 'verification'])
    const mailed = await emailedLink(strict, person.email)
    await browser.get('/verify-email', { query: Object.fromEntries(mailed.searchParams) })
    expect((await visitProvider(browser, 'google', person, failing)).location).toBe('/welcome')
  })

  it('EMAIL_VERIFICATION_REQUIRED admits owners of taken emails, and users without an email', async () => {
    const [email, thief, owner] = [newAddress(), strict.browser(), strict.browser()]
    await visitProvider(thief, 'facebook', { email, name: 'Thief' }, failing)
    expect((await visitProvider(owner, 'google', { email, name: 'Owner' }, failing)).location).toBe('/welcome')
    const back = await visitProvider(thief, 'facebook', { email, name: 'Thief' }, failing)
    expect(back.location).toBe('/failed?error=email_not_verified') // as if the address had no account
    expect((await visitProvider(strict.browser(), 'reddit', { name: 'Nobody' }, failing)).location).toBe('/welcome')
  })

  it.each(['open', 'closed'])(
    'EMAIL_VERIFICATION_REQUIRED does not reveal registered emails, sign-up %s',
    async (state) => {
      const app = state === 'open' ? strict : strictAndClosed
      /** Arrives from Google with an unverified email twice, and then with its own. */
      const ask = async (email: string, sub: string) => {
        const responses = []
        for (const claims of [{ email }, { email }, { email: newAddress(), email_verified: true }]) {
          const iat = Math.floor(app.clock.now().getTime() / 1000)
          const fixedClaims = { iss: 'accounts.google.com', aud: clientIdOf('google'), iat, exp: iat + 600 }
          const token = await signIdToken({ ...fixedClaims, sub, name: 'Stranger', ...claims })
          const body = { provider: 'google', idToken: { token } }
          const response = await app.browser().post('/sign-in/social', body)
          responses.push([response.status, response.body, response.setCookies.length])
        }
        return responses
      }
      const now = app.clock.now()
      const owner = {
        ...newUser,
        name: 'Owner',
        email: newAddress(),
        emailVerified: true,
        createdAt: now,
        updatedAt: now,
      }
      await insertUser(app.ctx, { ...owner, id: 'owner' })
      const taken = await ask(owner.email, 'one')
      expect(taken).toEqual(await ask(newAddress(), 'two'))
      const unverified = [403, { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' }, 0]
      const disabled = [401, { code: 'SIGNUP_DISABLED', message: 'signup disabled' }, 0]
      expect(taken).toEqual(Array.from({ length: 3 }, () => (state === 'open' ? unverified : disabled)))
      const told = (await app.emails(owner.email)).map(({ template }) => template)
      expect(told).toEqual(state === 'open' ? ['signUpAttempt', 'signUpAttempt', 'signUpAttempt'] : [])
    },
  )

  it('EMAIL_VERIFICATION_REQUIRED links a provider once it has verified the email', async () => {
    const email = newAddress()
    const proven = { email, name: 'Owner', verified: true }
    expect((await visitProvider(strict.browser(), 'github', proven, failing)).location).toBe('/welcome')
    const unproven = await visitProvider(strict.browser(), 'google', { ...proven, verified: false }, failing)
    expect(unproven.location).toBe('/failed?error=email_not_verified')
    expect((await visitProvider(strict.browser(), 'google', proven, failing)).location).toBe('/welcome')
  })

  it('SIGN_UP_ENABLED=false refuses new users', async () => {
    const response = await visitProvider(
      closed.browser(),
      'github',
      { email: newAddress() },
      { ...failing, requestSignUp: true },
    )
    expect(response.location).toBe('/failed?error=signup_disabled')
  })

  it('ACCOUNT_LINKING_ENABLED=false links nothing', async () => {
    const user = await verifiedUser(unlinked)
    const response = await visitProvider(unlinked.browser(), 'google', { email: user.email }, failing)
    expect(response.location).toBe('/failed?error=account_not_linked')
    expect((await link(user, 'google', { email: user.email })).location).toBe('/failed?error=unable_to_link_account')
  })

  it('returns which providers can be linked', async () => {
    const linkableAt = async (app: SocialTestApp) => {
      const { body } = await app.browser().get('/social-providers')
      return Array.isArray(body) ? body.filter((provider) => provider.linkable).map((provider) => provider.id) : []
    }
    expect(await linkableAt(unlinked)).toEqual([])
    const usually = await linkableAt(test)
    expect(usually).not.toContain('facebook')
    expect(await linkableAt(trusting)).toEqual(expect.arrayContaining([...usually, 'facebook', 'roblox']))
  })

  it('accepts unverified and missing emails of a trusted provider when linking', async () => {
    const user = await verifiedUser(trusting)
    expect((await visitProvider(trusting.browser(), 'facebook', { email: user.email })).location).toBe('/welcome')
    expect((await link(user, 'roblox')).location).toBe('/welcome')
    const unproven = await trusting.signUp({ email: newAddress() })
    const response = await visitProvider(trusting.browser(), 'facebook', { email: unproven.email }, failing)
    expect(response.location).toBe('/failed?error=account_not_linked')
  })

  it('EMAIL_VERIFICATION_SEND_ON_SIGN_UP emails users with unverified emails', async () => {
    const [proven, unproven] = [newAddress(), newAddress()]
    await visitProvider(mailing.browser(), 'google', { email: proven })
    await visitProvider(mailing.browser(), 'google', { email: unproven, verified: false })
    await visitProvider(mailing.browser(), 'reddit', { name: 'Nobody' })
    expect((await mailing.emails()).map((mail) => [mail.to, mail.template])).toEqual([[unproven, 'verification']])
  })
})
