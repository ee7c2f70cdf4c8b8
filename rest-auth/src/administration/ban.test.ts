import { signIdToken } from 'demo-providers/keys.ts'
import { expect, test } from 'vitest'
import { cleanUp } from '../clean-up/clean-up.ts'
import { transaction } from '../context.ts'
import { accessToken } from '../testing/access-token.ts'
import { refusal, type Browser, type Result } from '../testing/browser.ts'
import { emailedLink, emailedToken } from '../testing/emailed-link.ts'
import { clientIdOf, startSocialTestApp, visitProvider } from '../testing/social.ts'
import type { SignedIn } from '../testing/start-test-app.ts'
import { statementsWait } from '../testing/statements.ts'
import { testPassword } from '../testing/test-password.ts'
import { ban, unban } from './ban.ts'
import { lockPeople } from '../people/people.sql.ts'
import { requirePerson } from './users.ts'

const t = await startSocialTestApp({
  EMAIL_VERIFICATION_AUTO_SIGN_IN: 'true',
  EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true',
})

async function banUser(id: string, banExpiresIn?: number): Promise<void> {
  await transaction(t.ctx, async (tx) => {
    const [user] = await lockPeople(tx, [id])
    if (user) await ban(tx, user, { banReason: 'spam', banExpiresIn }, 'spam')
  })
}
const lift = (id: string) => transaction(t.ctx, async (tx) => unban(tx, await requirePerson(tx, id), 'a mistake'))

const banned = refusal(
  403,
  'BANNED_USER',
  'You have been banned from this application. Please contact support if you believe this is an error.',
)
const password = testPassword
const post = (path: string, body: object) => (browser: Browser) => browser.post(path, body)

/** Ways to get a session: what the user does before the ban, and afterwards in any browser. */
const ways: Record<string, (user: SignedIn) => Promise<(browser: Browser) => Promise<Result>>> = {
  'the password': async ({ email }) => post('/sign-in/email', { email, password }),
  'username and password': async (user) => {
    const username = `name_${user.id.slice(0, 8)}`
    await user.post('/update-user', { username })
    return post('/sign-in/username', { username, password })
  },
  'a provider': async ({ email }) => {
    await visitProvider(t.browser(), 'github', { email })
    return (browser) => visitProvider(browser, 'github', { email })
  },
  'a provider that links the account':
    async ({ email }) =>
    (browser) =>
      visitProvider(browser, 'gitlab', { email }),
  "a provider's id_token": async ({ id, email }) => {
    const now = Math.floor(t.clock.now().getTime() / 1000)
    const claims = {
      aud: clientIdOf('google'),
      sub: id,
      email,
      email_verified: true,
      name: 'Ann',
      iat: now,
      exp: now + 600,
    }
    return async (browser) => {
      const token = await signIdToken({ iss: 'accounts.google.com', jti: String(Math.random()), ...claims })
      return browser.post('/sign-in/social', { provider: 'google', idToken: { token } })
    }
  },
  'an emailed link': async ({ email }) => {
    const { pathname, search } = await emailedLink(t, email)
    return (browser) => browser.get(pathname.replace('/api/auth', '') + search)
  },
  'a new password': async ({ email }) => {
    await t.post('/forget-password', { email })
    const token = await emailedToken(t, email, 'resetPassword')
    return async (browser) => {
      const newPassword = 'quite another battery'
      expect((await browser.post('/reset-password', { token, newPassword })).status).toBe(200)
      return browser.post('/sign-in/email', { email, password: newPassword })
    }
  },
}
/** Ways to use one that has ended. */
const uses: typeof ways = {
  'its cookie': async (user) => () => user.get('/get-session'),
  'a one-time token': async (user) => {
    const token = (await user.get('/one-time-token/generate')).at('token')
    return post('/one-time-token/verify', { token })
  },
  'an added account': async (user) => {
    await user.post('/sign-in/email', { email: (await t.signUp()).email, password })
    return () => user.post('/multi-session/set-active', { sessionToken: user.token })
  },
  "a service's access token": async (user) => {
    const token = await accessToken(t, user)
    const headers = { authorization: `Bearer ${token}` }
    return (browser) => browser.get('/organization/batch', { query: { own: '{"first":1}' }, headers })
  },
}

/** A refusal is JSON, or an error for the page that the browser comes back to. */
const saysBanned = ({ outcome, location }: Result) =>
  location === undefined ? outcome : new URL(location, 'http://x').searchParams.get('error')

test.each(Object.entries(ways))('refuses a banned user who proves to be one by %s', async (name, prepare) => {
  const ann = await t.signUp({ emailVerified: name !== 'an emailed link' })
  const signIn = await prepare(ann)
  await banUser(ann.id)
  const browser = t.browser()
  expect(['banned', banned]).toContainEqual(saysBanned(await signIn(browser)))
  expect((await browser.get('/get-session')).body).toBeNull()
  await lift(ann.id)
  if (name === 'an emailed link' || name === 'a new password') return // they work once
  await signIn(browser)
  expect((await browser.get('/get-session')).at('user', 'id')).toBe(ann.id)
})

test.each(Object.entries(uses))('ends a session at once, for %s', async (_, prepare) => {
  const ann = await t.signUp()
  const use = await prepare(ann)
  await banUser(ann.id)
  const { status, body } = await use(t.browser())
  expect(body === null ? 401 : status).toBeGreaterThanOrEqual(400)
  await lift(ann.id)
  expect(await t.ctx.db.read`select from "session" where "userId" = ${ann.id}`).toEqual([])
})

test('tells nobody without the right password', async () => {
  const ann = await t.signUp()
  await banUser(ann.id)
  const wrong = await t.post('/sign-in/email', { email: ann.email, password: 'wrong password' })
  const unknown = await t.post('/sign-in/email', { email: 'nobody@example.com', password: 'wrong password' })
  expect(wrong.outcome).toEqual(unknown.outcome)
  expect(wrong.status).toBe(401)
})

test('ends by itself', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  await banUser(ann.id, 60)
  await banUser(bob.id, 120)
  const signIn = ({ email }: SignedIn) => t.post('/sign-in/email', { email, password })
  t.clock.advance(59)
  expect((await signIn(ann)).outcome).toEqual(banned)
  t.clock.advance(2)
  expect((await signIn(ann)).status).toBe(200)
  await cleanUp(t.ctx)
  const rows = await t.ctx.db.read`
    select "banned", "banReason" from "user" where "id" = any(${[ann.id, bob.id]}) order by "banned"`
  expect(rows).toEqual([
    { banned: false, banReason: null },
    { banned: true, banReason: 'spam' },
  ])
  expect((await signIn(bob)).outcome).toEqual(banned)
})

test('ends the session of a sign-in that is under way', async () => {
  const ann = await t.signUp()
  const signIn = await t.ctx.database.begin(async (db) => {
    const tx = { ...t.ctx, db, journal: [] }
    const [user] = await lockPeople(tx, [ann.id])
    const signingIn = t.post('/sign-in/email', { email: ann.email, password })
    await statementsWait(t, 1)
    if (user) await ban(tx, user, {}, 'spam')
    return { signingIn }
  })
  expect((await signIn.signingIn).outcome).toEqual(banned)
  expect(await t.ctx.db.read`select from "session" where "userId" = ${ann.id}`).toEqual([])
})
