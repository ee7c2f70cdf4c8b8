import { signIdToken } from 'demo-providers/keys.ts'
import { expect, test } from 'vitest'
import { cookieOf } from '../testing/access-token.ts'
import { addPasskey, usePasskey, type Authenticator } from '../testing/authenticator.ts'
import type { Browser } from '../testing/browser.ts'
import { emailedLink, emailedToken } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { clientIdOf, startSocialTestApp, visitProvider } from '../testing/social.ts'
import type { SignedIn } from '../testing/start-test-app.ts'
import { testPassword as password } from '../testing/test-password.ts'
import { enableTwoFactor, scanSecret, signInWithCode } from '../testing/two-factor.ts'

// Every way in with every state of the factors, and what it then reaches.

const t = await startSocialTestApp({ EMAIL_VERIFICATION_AUTO_SIGN_IN: 'true' })
let people = 0

interface Person {
  readonly own: SignedIn
  /** Where the person signs in again. */
  readonly browser: Browser
  readonly username: string
  readonly passkey?: Authenticator
}

/** The person, or somebody else, trusts the browser in which the person signs in again. */
async function trust({ own, browser }: Person, whose: SignedIn = own): Promise<void> {
  const app = await enableTwoFactor(t, whose)
  await signInWithCode(browser, whose.email, app, { trustDevice: true })
  for (const name of browser.jar.keys()) if (!name.endsWith('trust_device')) browser.jar.delete(name)
  expect(browser.jar.size).toBe(1)
}

interface State {
  readonly prepare: (person: Person) => Promise<unknown>
  readonly isAsked: boolean
  readonly hasPasskey?: true
}
const states: Record<string, State> = {
  none: { prepare: async () => {}, isAsked: false },
  'not verified yet': { prepare: ({ own }) => scanSecret(t, own), isAsked: false },
  app: { prepare: ({ own }) => enableTwoFactor(t, own), isAsked: true },
  'app that was removed': {
    async prepare(person) {
      await trust(person)
      await person.own.post('/two-factor/disable', { password })
    },
    isAsked: false,
  },
  'app, in a trusted device': { prepare: (person) => trust(person), isAsked: false },
  'app, in a device that was trusted 30 days ago': {
    async prepare(person) {
      await trust(person)
      t.clock.advance(30 * 86_400)
    },
    isAsked: true,
  },
  'app, in a device that was removed': {
    async prepare(person) {
      await trust(person)
      await person.own.post('/two-factor/revoke-trusted-devices')
    },
    isAsked: true,
  },
  'app, in a device that somebody else trusts': {
    async prepare(person) {
      await trust(person, await t.signUp())
      await enableTwoFactor(t, person.own)
    },
    isAsked: true,
  },
  'app and passkey': { prepare: ({ own }) => enableTwoFactor(t, own), isAsked: true, hasPasskey: true },
}

/** The response, and whether it signs people without a second factor in. */
const ways: Record<string, (person: Person) => Promise<unknown>> = {
  password: ({ own, browser }) => browser.post('/sign-in/email', { email: own.email, password }),
  username: ({ username, browser }) => browser.post('/sign-in/username', { username, password }),
  'id_token of a provider': async ({ own, browser }) => {
    const now = Math.floor(t.clock.now().getTime() / 1000)
    const claims = { iss: 'accounts.google.com', aud: clientIdOf('google'), iat: now, exp: now + 600, sub: own.id }
    const token = await signIdToken({ ...claims, email: own.email, email_verified: true })
    await browser.post('/sign-in/social', { provider: 'google', idToken: { token } })
  },
  'callback of a provider': ({ own, browser }) => visitProvider(browser, 'github', { email: own.email }),
  'callback of a provider that posts': ({ own, browser }) => visitProvider(browser, 'apple', { email: own.email }),
  'verification of the email': async ({ own, browser }) => {
    await t.ctx.db.write`update "user" set "emailVerified" = false where "id" = ${own.id}`
    await t.post('/send-verification-email', { email: own.email })
    const { searchParams } = await emailedLink(t, own.email)
    await browser.get('/verify-email', { query: Object.fromEntries(searchParams) })
  },
  'verification of a new email': async ({ own, browser }) => {
    await own.post('/change-email', { newEmail: `new-${own.email}` })
    const agreed = Object.fromEntries((await emailedLink(t, own.email, 'changeEmail')).searchParams)
    await own.get('/verify-email', { query: agreed })
    const { searchParams } = await emailedLink(t, `new-${own.email}`)
    await browser.post('/verify-email', undefined, { query: Object.fromEntries(searchParams) })
  },
}
const withoutSession: Record<string, (person: Person) => Promise<unknown>> = {
  'a reset of the password': async ({ own, browser }) => {
    await t.post('/request-password-reset', { email: own.email })
    const token = await emailedToken(t, own.email, 'resetPassword')
    await browser.post('/reset-password', { token, newPassword: password })
  },
  'a sign-up with the same email': ({ own, browser }) =>
    browser.post('/sign-up/email', { email: own.email, password, name: 'Ann' }),
}

/** Null without a session. */
const paths: Record<string, (browser: Browser) => Promise<unknown>> = {
  'get-session': async (browser) => (await browser.get('/get-session')).body,
  'the sessions': async (browser) => okOf(await browser.get('/list-sessions')),
  organizations: async (browser) => okOf(await browser.get('/organization/list')),
  'the batch of GraphQL': async (browser) => okOf(await browser.get('/organization/batch')),
  'a token for services': async (browser) =>
    read('/api/auth/token', { authorization: `Bearer ${browser.jar.get('better-auth.session_token')}` }),
  'a token of a remote': async (browser) =>
    read('/inner/service-token?audience=mf-invoices', { cookie: cookieOf(browser) }),
  'a one-time token': async (browser) => okOf(await browser.get('/one-time-token/generate')),
  'the factors': async (browser) => okOf(await browser.get('/two-factor/status')),
  'the accounts of the browser': async (browser) => {
    const { body } = await browser.get('/multi-session/list-device-sessions')
    return Array.isArray(body) && body.length > 0 ? body : null
  },
}
async function read(url: string, headers: Record<string, string>): Promise<unknown> {
  const response = await t.app.inject({ url, headers, remoteAddress: '127.0.0.1' })
  return response.statusCode === 200 ? response.json() : null
}
const okOf = ({ status, body }: { status: number; body: unknown }) => (status === 200 ? body : null)

async function enter(state: State, way: (person: Person) => Promise<unknown>): Promise<Browser> {
  people += 1
  const username = `person_${people}`
  const own = await t.signUp({ email: `${username}@example.com`, username, emailVerified: true })
  await found(t, own)
  const person: Person = {
    own,
    browser: t.browser(),
    username,
    ...(state.hasPasskey && { passkey: await addPasskey(own) }),
  }
  await state.prepare(person)
  // Ways that need a session of the person have the first one.
  await t.ctx.db.write`
    update "session" set "expiresAt" = ${t.clock.now()}::timestamptz + interval '1 day', "updatedAt" = ${t.clock.now()},
      "secondFactorAt" = ${t.clock.now()}, "secondFactor" = 'totp' where "token" = ${own.token}`
  await way(person)
  return person.browser
}

const table = Object.entries(ways).flatMap(([way, go], row) =>
  Object.entries(states).map(([name, state], column) => [way, name, state, go, row + column] as const),
)

test.each(table)('%s, with a second factor: %s', async (_, __, state, way, turn) => {
  const browser = await enter(state, way)
  for (const [path, reach] of Object.entries(paths).filter(
    (one, index) => process.env['TEST_FULL'] || index === turn % Object.keys(paths).length || one[0] === 'get-session',
  ))
    expect([path, (await reach(browser)) !== null]).toEqual([path, !state.isAsked])
  expect(browser.jar.has('better-auth.two_factor')).toBe(state.isAsked)
  expect([...browser.jar.keys()].some((name) => name.includes('session'))).toBe(!state.isAsked)
})

test.each(Object.entries(withoutSession))('%s signs nobody in, whatever the factors', async (_, way) => {
  for (const name of ['none', 'app', 'app, in a trusted device']) {
    const browser = await enter(states[name] ?? { prepare: async () => {}, isAsked: true }, way)
    expect((await browser.get('/get-session')).body).toBeNull()
  }
})

test('a passkey is both factors', async () => {
  const browser = await enter(
    states['app and passkey'] ?? { prepare: async () => {}, isAsked: true },
    async (person) => {
      if (person.passkey) await usePasskey(person.browser, person.passkey)
    },
  )
  expect((await browser.get('/get-session')).body).not.toBeNull()
  expect((await browser.get('/list-sessions')).status).toBe(200)
})
