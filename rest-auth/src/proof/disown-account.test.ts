import { describe, expect, test } from 'vitest'
import { tokenOf, emailedLink } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp, type SignedIn, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()

/** A user who signed up and requested the verification email. */
async function signUpAndAsk(app: TestApp = t): Promise<SignedIn> {
  const maker = await app.signUp()
  await maker.post('/send-verification-email', { email: maker.email })
  return maker
}

async function disownLink(email: string, app = t): Promise<URL | null> {
  const mail = (await app.emails(email)).findLast(({ template }) => template === 'verification')
  return mail?.data['otherUrl'] ? new URL(mail.data['otherUrl']) : null
}
async function disownToken(email: string, app = t): Promise<string> {
  const link = await disownLink(email, app)
  if (!link) throw new Error(`the mail to ${email} has no such link`)
  return tokenOf(link)
}
const disown = async (token: string, app = t) => (await app.browser().post('/disown-account', { token })).body
const removed = { removed: true }
const unchanged = { removed: false }

const open = (browser: Pick<SignedIn, 'get'>, link: URL) =>
  browser.get('/verify-email', { query: { token: tokenOf(link) } })
const confirm = async (browser: Pick<SignedIn, 'get'>, email: string) => open(browser, await emailedLink(t, email))
const canEnter = async (maker: SignedIn, app = t) =>
  (await maker.get('/get-session')).body !== null ||
  (await app.browser().post('/sign-in/email', { email: maker.email, password: testPassword })).status === 200

describe('the owner of an email removes an account that someone else created with it', () => {
  test('once, which ends all of its links and frees the email', async () => {
    const maker = await signUpAndAsk()
    await t.browser().post('/forget-password', { email: maker.email })
    const [token, reset] = [await disownToken(maker.email), await emailedLink(t, maker.email, 'resetPassword')]
    const verification = await emailedLink(t, maker.email)
    expect(await disown('x')).toEqual(unchanged)
    expect(await canEnter(maker)).toBe(true)
    expect(await disown(token)).toEqual(removed)
    expect(await canEnter(maker)).toBe(false)
    expect(await disown(token)).toEqual(unchanged)
    expect((await open(t.browser(), verification)).status).toBe(401)
    const newPassword = 'another good password'
    expect((await t.browser().post('/reset-password', { token: tokenOf(reset), newPassword })).status).toBe(400)
    expect(await t.ctx.db.read`select from "verification" where "value" = ${maker.id}`).toEqual([])
    expect((await t.signUp({ email: maker.email })).email).toBe(maker.email)
  })

  test('even after a mail scanner opened the verification link; opening the page changes nothing', async () => {
    const maker = await signUpAndAsk()
    await confirm(t.browser(), maker.email)
    const link = await disownLink(maker.email)
    expect(link?.pathname).toBe('/not-me') // a page: only its button asks us
    expect((await t.app.inject(`/api/auth/disown-account?token=${await disownToken(maker.email)}`)).statusCode).toBe(
      404,
    )
    expect(await canEnter(maker)).toBe(true)
    expect(await disown(await disownToken(maker.email))).toEqual(removed)
  })

  test('once for 16 concurrent calls', async () => {
    const token = await disownToken((await signUpAndAsk()).email)
    const responses = await Promise.all(Array.from({ length: 16 }, () => disown(token)))
    expect(responses.filter((response) => Object(response).removed)).toHaveLength(1)
  })
})

describe('changes nothing', () => {
  test('if the creator has proved the email', async () => {
    const maker = await signUpAndAsk()
    const token = await disownToken(maker.email)
    await confirm(maker, maker.email)
    expect(await disown(token)).toEqual(unchanged)
    expect(await canEnter(maker)).toBe(true)
  })

  test('in one of the two cases if both happen concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const maker = await signUpAndAsk()
      const token = await disownToken(maker.email)
      const [proof, response] = await Promise.all([confirm(maker, maker.email), disown(token)])
      expect(Object(response).removed).toBe(proof.status !== 200)
    }
  })

  test('after a reset, after a change of the email, and after a week', async () => {
    const [one, two, three] = [await signUpAndAsk(), await signUpAndAsk(), await signUpAndAsk()]
    const tokens = [await disownToken(one.email), await disownToken(two.email), await disownToken(three.email)]
    await t.browser().post('/forget-password', { email: one.email })
    const token = tokenOf(await emailedLink(t, one.email, 'resetPassword'))
    expect((await t.browser().post('/reset-password', { token, newPassword: testPassword })).status).toBe(200)
    expect((await two.post('/change-email', { newEmail: `other-${two.email}` })).status).toBe(200)
    expect([await disown(tokens[0] ?? ''), await disown(tokens[1] ?? '')]).toEqual([unchanged, unchanged])
    t.clock.advance(7 * 86_400)
    expect(await disown(tokens[2] ?? '')).toEqual(unchanged)
  })

  test('for the reader of a mistyped new email of a confirmed account', async () => {
    const ann = await signUpAndAsk()
    await confirm(t.browser(), ann.email) // on another device, so it is not proved
    const change = await ann.post('/change-email', { newEmail: `typo-${ann.email}` })
    expect(change.status).toBe(200)
    const link = await emailedLink(t, ann.email, 'changeEmail')
    expect((await ann.get('/verify-email', { query: { token: tokenOf(link) } })).status).toBe(200)
    expect(await disownLink(`typo-${ann.email}`)).toBeNull()
  })

  test('for accounts of older releases', async () => {
    const old = await t.signUp()
    await t.ctx.db.write`update "user" set "disownable" = false where "id" = ${old.id}` // as the migration leaves them
    await old.post('/send-verification-email', { email: old.email })
    expect(await disownLink(old.email)).toBeNull()
  })
})

describe('organizations of the account', () => {
  const ownersOf = (id: string) => t.ctx.db.read<{ email: string }[]>`
    select u."email" from "member" m join "user" u on u."id" = m."userId" where m."organizationId" = ${id} and m."role" = 'owner'`

  test('are deleted if nobody else is a member', async () => {
    const maker = await signUpAndAsk()
    const { id } = await found(t, maker)
    expect(await disown(await disownToken(maker.email))).toEqual(removed)
    expect(await t.ctx.db.read`select from "organization" where "id" = ${id}`).toEqual([])
  })

  test('stay if someone else owns them as well', async () => {
    const acme = await found(t)
    const maker = await acme.join('owner')
    await maker.post('/send-verification-email', { email: maker.email })
    expect(await disown(await disownToken(maker.email))).toEqual(removed)
    expect(await ownersOf(acme.id)).toEqual([{ email: acme.owner.email }])
  })

  test('keep the account without email and access if others depend on it', async () => {
    const maker = await signUpAndAsk()
    const acme = await found(t, maker)
    const bob = await acme.join('member')
    expect(await disown(await disownToken(maker.email))).toEqual(removed)
    expect(await canEnter(maker)).toBe(false)
    expect(await ownersOf(acme.id)).toEqual([{ email: `${maker.id.toLowerCase()}@disowned.noreply.invalid` }])
    const full = await bob.get('/organization/get-full-organization', { query: { organizationId: acme.id } })
    expect(full.status).toBe(200)
    expect((await t.signUp({ email: maker.email })).email).toBe(maker.email)
  })
})

describe('if accounts are not deleted', async () => {
  const strict = await startTestApp({ DELETE_USER_ENABLED: 'false' })

  test('keeps it without email and access', async () => {
    const maker = await signUpAndAsk(strict)
    expect(await disown(await disownToken(maker.email, strict), strict)).toEqual(removed)
    expect(await canEnter(maker, strict)).toBe(false)
    const rows = await strict.ctx.db.read<{ email: string }[]>`select "email" from "user" where "id" = ${maker.id}`
    expect(rows.map(({ email }) => email)).toEqual([`${maker.id.toLowerCase()}@disowned.noreply.invalid`])
  })
})
