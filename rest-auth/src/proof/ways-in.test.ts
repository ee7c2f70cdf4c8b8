import { describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { emailedLink, emailedToken, tokenOf } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { runProgram } from '../testing/run-program.ts'
import { startSocialTestApp, visitProvider } from '../testing/social.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startSocialTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' })
/** The same database, before its operator required verification. */
const before = await startTestApp({}, 8, { via: () => t.databaseUrl })
const newPassword = 'another good password'

const signIn = (email: string, browser = t.browser(), password = testPassword) =>
  browser.post('/sign-in/email', { email, password })
const follow = (browser: Browser, link: URL) =>
  browser.get('/verify-email', { query: Object.fromEntries(link.searchParams) })
const followNewest = async (browser: Browser, email: string) => follow(browser, await emailedLink(t, email))

async function resetPassword(email: string, password = newPassword): Promise<void> {
  await t.post('/request-password-reset', { email })
  const token = await emailedToken(t, email, 'resetPassword')
  expect((await t.post('/reset-password', { token, newPassword: password })).status).toBe(200)
}

async function signUp(email: string): Promise<Browser> {
  const browser = t.browser()
  expect((await browser.post('/sign-up/email', { email, password: testPassword, name: 'Ann' })).status).toBe(200)
  return browser
}

/** By the link in the browser of the sign-up, then the password. */
async function enter(browser: Browser, email: string): Promise<Browser> {
  await followNewest(browser, email)
  expect((await signIn(email, browser)).status).toBe(200)
  return browser
}

const store = (email: string, emailVerified: boolean, proved: boolean) => t.ctx.db.write`
  update "user" set "emailVerified" = ${emailVerified}, "proved" = ${proved} where "email" = ${email}`

/** Creates the account and returns its creator's browser. */
type Making = (email: string) => Promise<Browser>

/** Accounts whose creator may not read the mailbox. */
const unproved: Record<string, Making> = {
  'a sign-up': signUp,
  'a sign-up whose link a scanner opened': async (email) => {
    const creator = await signUp(email)
    await followNewest(t.browser(), email)
    return creator
  },
  'a sign-up before verification was required': (email) => before.signUp({ email }),
  'an unverified account of better-auth': async (email) => {
    await signUp(email)
    await t.ctx.db.write`update "user" set "disownable" = false where "email" = ${email}`
    return t.browser()
  },
  'a provider that does not vouch': async (email) => {
    const creator = t.browser()
    const { location } = await visitProvider(creator, 'gitlab', { email, verified: false })
    expect(location).toContain('email_not_verified')
    return creator
  },
  'a change of an unverified email': async (email) => {
    const creator = await before.signUp()
    expect((await creator.post('/change-email', { newEmail: email })).status).toBe(200)
    return creator
  },
  'a change of a verified email, confirmed in another browser': async (email) => {
    const old = `old-${email}`
    const creator = await enter(await signUp(old), old)
    await creator.post('/change-email', { newEmail: email })
    await follow(creator, await emailedLink(t, old, 'changeEmail'))
    await followNewest(t.browser(), email)
    return creator
  },
  'a password that the operator set': async (email) => {
    await signUp(email)
    const environment = { DATABASE_URL: t.databaseUrl }
    const options = { args: ['set-password', '--replace', '--email', email], environment, input: testPassword }
    expect(await runProgram(`${import.meta.dirname}/../admin.ts`, options).ended).toBe(0)
    return t.browser()
  },
}

/** Accounts whose creator reads the mailbox. */
const proved: Record<string, Making> = {
  'a sign-up and its link': async (email) => enter(await signUp(email), email),
  'a reset before the link was followed': async (email) => {
    await signUp(email)
    await resetPassword(email, testPassword)
    return t.browser()
  },
  'such a reset in release 2.0.0': async (email) => {
    await signUp(email)
    await store(email, false, true)
    return t.browser()
  },
  'a claimed account': async (email) => {
    await visitProvider(t.browser(), 'gitlab', { email, verified: false })
    await resetPassword(email, testPassword)
    return t.browser()
  },
  'a provider that vouches': async (email) => {
    const creator = t.browser()
    expect((await visitProvider(creator, 'google', { email })).location).toBe('/welcome')
    await resetPassword(email, testPassword)
    return creator
  },
  'a verified account of better-auth': async (email) => {
    await signUp(email)
    await store(email, true, true)
    return t.browser()
  },
  'an invitation that was accepted by its link': async (email) => {
    const creator: SignedIn = await before.signUp({ email })
    const { owner, id: organizationId } = await found(before)
    await owner.post('/organization/invite-member', { email, role: 'member', organizationId })
    const link = await emailedLink(before, email, 'invitation')
    const answer = { invitationId: link.pathname.split('/').at(-1), token: tokenOf(link) }
    expect((await creator.post('/organization/accept-invitation', answer)).status).toBe(200)
    return creator
  },
  'a password that proved, after the email was changed and changed back': async (email) => {
    const creator = await before.signUp({ email })
    await creator.post('/send-verification-email', { email })
    const phone = before.browser()
    await follow(phone, await emailedLink(before, email))
    for (const [from, to] of [
      [email, `other-${email}`],
      [`other-${email}`, email],
    ]) {
      await store(from ?? '', false, false) // else the old mailbox must agree
      expect((await creator.post('/change-email', { newEmail: to })).status).toBe(200)
    }
    expect((await signIn(email, phone)).status).toBe(200)
    return creator
  },
}

let count = 0
const newAddress = () => `reader-${(count += 1)}@example.com`

/** Open to the reader of the mailbox, without knowing who created the account. */
const ways: Record<string, (email: string) => Promise<Browser>> = {
  'a reset of the password': async (email) => {
    await resetPassword(email)
    const reader = t.browser()
    expect((await signIn(email, reader, newPassword)).outcome).toMatchObject([200, { user: { emailVerified: true } }])
    return reader
  },
  'a provider that vouches for the email': async (email) => {
    const reader = t.browser()
    expect((await visitProvider(reader, 'google', { email })).location).toBe('/welcome')
    return reader
  },
}

async function expectInside(reader: Browser, email: string): Promise<void> {
  expect((await reader.get('/get-session')).body).toMatchObject({ user: { email, emailVerified: true } })
  expect((await reader.get('/address-to-prove')).body).toEqual({ email: null, isProved: true })
}

const kinds = { unproved, proved }
const makings = Object.entries(kinds).flatMap(([kind, made]) =>
  Object.entries(made).map(([name, make]) => ({ kind, name, make })),
)

describe.each(Object.entries(ways))(
  'with EMAIL_VERIFICATION_REQUIRED %s lets the reader of the mailbox in',
  (_, way) => {
    test.each(makings)('after $name', async ({ kind, make }) => {
      const email = newAddress()
      const creator = await make(email)
      await expectInside(await way(email), email)
      if (kind === 'proved') return
      expect((await creator.get('/get-session')).body, 'the session of the creator').toBeNull()
      expect((await signIn(email, creator)).status, 'the password of the creator').toBe(401)
    })
  },
)

describe('with EMAIL_VERIFICATION_REQUIRED the own password lets the reader of the mailbox in', () => {
  const withPassword = makings.filter(({ name }) => name !== 'a provider that does not vouch')
  test.each(withPassword)('after $name', async ({ kind, make }) => {
    const email = newAddress()
    await make(email)
    const reader = t.browser()
    const first = await signIn(email, reader)
    if (first.status !== 200) {
      expect(first.outcome).toMatchObject([403, { code: 'EMAIL_NOT_VERIFIED' }])
      await enter(reader, email) // by the link that the refused sign-in has sent
    } else expect(kind).toBe('proved')
    await expectInside(reader, email)
  })

  test.each(Object.entries(unproved))('but nobody else, after %s', async (_, make) => {
    const email = newAddress()
    const creator = t.browser()
    for (const [name, value] of (await make(email)).jar) creator.jar.set(name, value)
    await followNewest(t.browser(), email).catch(() => {}) // a scanner
    for (const browser of [creator, t.browser()]) expect((await signIn(email, browser)).status).not.toBe(200)
  })
})

test('a provider account enters by the link, after it did not vouch for the email', async () => {
  const [email, reader] = [newAddress(), t.browser()]
  for (const expected of ['error=email_not_verified', '/welcome']) {
    expect((await visitProvider(reader, 'gitlab', { email, verified: false })).location).toContain(expected)
    await followNewest(reader, email)
  }
})
