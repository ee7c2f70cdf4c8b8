import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { addOperator } from '../operator/operator.ts'
import type { Browser } from '../testing/browser.ts'
import { emailedLink, emailedToken, tokenOf } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp, type SignedIn, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { findUserById } from '../user/user.sql.ts'

const refusal = 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION'
const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'
const usual = await startTestApp({
  EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true',
  PRODUCT_NAME: 'Field & Note',
  PRODUCT_ACCENT: '#e8a317',
  PRODUCT_MARK: mark,
})
const settings: [string, TestApp][] = [
  ['by default', usual],
  ['with INVITATION_REQUIRES_VERIFIED_EMAIL', await startTestApp({ INVITATION_REQUIRES_VERIFIED_EMAIL: 'true' })],
  ['where links sign in', await startTestApp({ EMAIL_VERIFICATION_AUTO_SIGN_IN: 'true' })],
]
const required = await startTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' })
const navigation = { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }

/** A mail scanner, which opens links without asking anyone. */
const scan = async (t: TestApp, email: string) => follow(t.browser(), await emailedLink(t, email))
const follow = (browser: Browser, link: URL) =>
  browser.get('/verify-email', { query: Object.fromEntries(link.searchParams) })
const codeOf = ({ body }: { body: unknown }) => (body instanceof Object && 'code' in body ? body.code : null)
const signIn = (browser: Browser, email: string) => browser.post('/sign-in/email', { email, password: testPassword })

/** Invites the email as an administrator. Returns the id and the token. */
async function invite(t: TestApp, email: string) {
  const organization = await found(t)
  const body = { email, role: 'admin', organizationId: organization.id }
  expect((await organization.owner.post('/organization/invite-member', body)).status).toBe(200)
  const link = await emailedLink(t, email, 'invitation')
  return { organization, invitationId: link.pathname.split('/').at(-1) ?? '', token: tokenOf(link) }
}

const listed = async (browser: Browser) => (await browser.get('/organization/list-user-invitations')).status
const received = async (browser: Browser) => {
  const { body } = await browser.get('/organization/batch', { query: { received: '{"total":true}' } })
  return body
}
const prove = (user: SignedIn) => user.post('/send-verification-email', { email: user.email, prove: true })

describe.each(settings)("an account with someone else's email, %s", (_, t) => {
  /** Created by a thief, and verified by the owner's mail scanner. */
  async function squat(): Promise<SignedIn> {
    const thief = await t.signUp({ name: 'Thief' })
    await thief.post('/send-verification-email', { email: thief.email })
    expect((await scan(t, thief.email)).status).toBe(302)
    expect((await thief.get('/get-session')).body).toMatchObject({ user: { emailVerified: true } })
    return thief
  }

  test('neither lists nor accepts invitations', async () => {
    const thief = await squat()
    const { invitationId } = await invite(t, thief.email)
    expect(await listed(thief)).toBe(403)
    expect(await received(thief)).toMatchObject({ received: { items: [], total: 0 } })
    for (const response of ['accept', 'reject']) {
      for (const token of [undefined, '', 'x']) {
        const refused = await thief.post(`/organization/${response}-invitation`, { invitationId, token })
        expect([refused.status, codeOf(refused)]).toEqual([403, refusal])
      }
    }
  })

  test('cannot become an operator, and has an unverified email for other services', async () => {
    const thief = await squat()
    const user = await findUserById(t.ctx, thief.id)
    if (!user) throw new Error('no such user')
    const production = { ...t.ctx, config: { ...t.ctx.config, production: true } }
    await expect(addOperator(production, user)).rejects.toThrow('Anyone may have signed up')
    const authorization = `Bearer ${decodeURIComponent(thief.jar.get('better-auth.session_token') ?? '')}`
    const program = { url: `${t.ctx.config.AUTH_BASE_PATH}/token`, headers: { authorization } }
    expect(decodeJwt((await t.app.inject(program)).json().token)).toMatchObject({ emailVerified: false })
  })

  test('proves nothing with further links that a scanner opens', async () => {
    const thief = await squat()
    expect((await prove(thief)).status).toBe(200)
    await scan(t, thief.email)
    expect((await thief.get('/address-to-prove')).body).toEqual({ email: null, isProved: false })
    expect(await listed(thief)).toBe(403)
  })

  test('is proved by the invitation token of the mailbox', async () => {
    const reader = await squat()
    const { invitationId, token } = await invite(t, reader.email)
    expect((await reader.post('/organization/accept-invitation', { invitationId, token })).status).toBe(200)
    const { invitationId: another, token: its } = await invite(t, reader.email)
    expect((await reader.post('/organization/reject-invitation', { invitationId: another, token: its })).status).toBe(
      200,
    )
  })

  test('is proved by a link in its session, even after a scanner opened it', async () => {
    const reader = await squat()
    const { invitationId } = await invite(t, reader.email)
    expect((await prove(reader)).status).toBe(200)
    const link = await emailedLink(t, reader.email)
    await follow(t.browser(), link)
    await follow(reader, link)
    // If links sign in, only the password shows who created the account.
    const { email } = await reader.get('/address-to-prove').then(({ body }) => Object(body))
    expect(email).toBe(t.ctx.config.EMAIL_VERIFICATION_AUTO_SIGN_IN ? reader.email : null)
    if (email !== null) expect((await signIn(reader, reader.email)).status).toBe(200)
    expect((await reader.get('/address-to-prove')).body).toEqual({ email: null, isProved: true })
    expect(await listed(reader)).toBe(200)
    expect(await received(reader)).toMatchObject({ received: { items: [{ id: invitationId }] } })
    expect((await reader.post('/organization/accept-invitation', { invitationId })).status).toBe(200)
    expect(codeOf(await prove(reader))).toBe('YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL')
  })

  test('is proved by a reset, which locks out the thief', async () => {
    const thief = await squat()
    const { invitationId } = await invite(t, thief.email)
    await t.browser().post('/forget-password', { email: thief.email })
    const token = await emailedToken(t, thief.email, 'resetPassword')
    const owner = t.browser()
    await owner.post('/reset-password', { token, newPassword: 'another good password' })
    await owner.post('/sign-in/email', { email: thief.email, password: 'another good password' })
    expect(await listed(owner)).toBe(200)
    expect((await thief.post('/organization/accept-invitation', { invitationId })).status).toBe(401)
    expect((await owner.post('/organization/accept-invitation', { invitationId })).status).toBe(200)
  })

  test('proves nothing with an earlier link while someone claims it', async () => {
    for (let round = 0; round < 5; round++) {
      const thief = await squat()
      await prove(thief)
      const link = await emailedLink(t, thief.email)
      await t.browser().post('/forget-password', { email: thief.email })
      const token = await emailedToken(t, thief.email, 'resetPassword')
      const reset = t.browser().post('/reset-password', { token, newPassword: 'another good password' })
      const [{ status }] = await Promise.all([reset, follow(thief, link)])
      expect(status).toBe(200)
      expect((await thief.get('/get-session')).body).toBeNull()
      expect((await signIn(t.browser(), thief.email)).status).toBe(401)
    }
  })
})

describe('an account with an unverified email', () => {
  const t = usual

  test('accepts and rejects by the id alone, like clients of better-auth 1.2', async () => {
    const guest = await t.signUp()
    const { invitationId } = await invite(t, guest.email)
    expect(await listed(guest)).toBe(403)
    expect((await guest.post('/organization/accept-invitation', { invitationId })).status).toBe(200)
    const { invitationId: another } = await invite(t, guest.email)
    expect((await guest.post('/organization/reject-invitation', { invitationId: another })).status).toBe(200)
  })

  test('lists its invitations after the sign-up link was opened in its session', async () => {
    const email = 'invited-before@example.com'
    const { invitationId } = await invite(t, email)
    const guest = await t.signUp({ email })
    await follow(guest, await emailedLink(t, email))
    expect(await listed(guest)).toBe(200)
    expect((await guest.post('/organization/accept-invitation', { invitationId })).status).toBe(200)
  })
})

describe('EMAIL_VERIFICATION_REQUIRED', () => {
  const signUp = async () => {
    const [browser, email] = [required.browser(), `${crypto.randomUUID()}@example.com`]
    await browser.post('/sign-up/email', { email, name: 'Ann', password: testPassword })
    return { browser, email }
  }

  test("refuses a stranger's password after a scanner opened the link", async () => {
    const { browser: thief, email } = await signUp()
    await scan(required, email)
    for (const browser of [thief, required.browser()]) {
      const refused = await signIn(browser, email)
      expect([refused.status, codeOf(refused)]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    }
    expect((await required.emails(email)).filter(({ template }) => template === 'verification')).toHaveLength(3)
  })

  test('accepts the password in the browser where the link was opened', async () => {
    const { browser, email } = await signUp()
    await scan(required, email)
    await follow(browser, await emailedLink(required, email))
    expect((await signIn(browser, email)).status).toBe(200)
    expect((await signIn(required.browser(), email)).status, 'and from then on everywhere').toBe(200)
  })

  test('emails a new link if none is valid', async () => {
    const { browser, email } = await signUp()
    await scan(required, email)
    required.clock.advance(3601)
    expect((await follow(browser, await emailedLink(required, email))).location).toContain('token_expired')
    await required.browser().post('/send-verification-email', { email })
    await follow(browser, await emailedLink(required, email))
    expect((await signIn(browser, email)).status).toBe(200)
  })
})

describe('an emailed link in a browser', () => {
  const t = usual
  const open = async (browser: Browser, link: URL) =>
    browser.get('/verify-email', { ...navigation, query: Object.fromEntries(link.searchParams) })

  test('asks first without a session of its account, in the language of the email', async () => {
    const maker = await t.signUp({ name: '<b>Mia' })
    await maker.post('/update-user', { language: 'de' })
    const link = await emailedLink(t, maker.email)
    link.searchParams.set('callbackURL', '/welcome')
    for (const browser of [t.browser(), await t.signUp()]) {
      const page = await open(browser, link)
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
      expect(page.text).toContain('<html lang="de">')
      expect(page.text).toContain(maker.email)
      expect(page.text).toContain('<form method="post"><button>Adresse bestätigen</button>')
      expect(page.text).toContain('<title>Bestätigen Sie Ihre E-Mail-Adresse · Field &amp; Note</title>')
      expect(page.text).toContain(mark)
      expect(page.text).not.toContain('Accounts')
      expect(page.text).not.toContain('<script')
      expect((await maker.get('/get-session')).body).toMatchObject({ user: { emailVerified: false } })
    }
    const reader = t.browser()
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' }
    const pressed = await reader.post('/verify-email', undefined, {
      ...form,
      query: Object.fromEntries(link.searchParams),
    })
    expect([pressed.status, pressed.location]).toEqual([302, '/welcome'])
    expect((await maker.get('/get-session')).body).toMatchObject({ user: { emailVerified: true } })
    expect((await reader.get('/address-to-prove')).body).toEqual({ email: maker.email, isProved: false })
    // There is nothing left to request.
    expect((await open(t.browser(), link)).location).toBe('/welcome')
  })

  test.each([
    ['a scanner that imitates a browser', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, false],
    ['an old browser', { accept: 'text/html', 'user-agent': 'Safari/605' }, false],
    ['curl', { accept: '*/*' }, true],
    ['a client of better-auth', { accept: 'application/json', 'sec-fetch-mode': 'cors' }, true],
    ['an app', {}, true],
  ])('opened by %s without Sec-Fetch headers: verifies at once %j', async (_, headers, verifies) => {
    const maker = await t.signUp()
    const { searchParams } = await emailedLink(t, maker.email)
    const opened = await t.browser().get('/verify-email', { headers, query: Object.fromEntries(searchParams) })
    expect(opened.status).toBe(verifies ? 302 : 200)
    expect((await maker.get('/get-session')).body).toMatchObject({ user: { emailVerified: verifies } })
    expect((await maker.get('/address-to-prove')).body).toEqual({ email: null, isProved: false })
  })

  test('verifies immediately in a session of its account, and for API clients', async () => {
    const [maker, other] = [await t.signUp(), await t.signUp()]
    expect((await open(maker, await emailedLink(t, maker.email))).status).toBe(302)
    expect((await maker.get('/address-to-prove')).body).toEqual({ email: null, isProved: true })
    expect((await follow(t.browser(), await emailedLink(t, other.email))).status).toBe(302)
    expect((await other.get('/get-session')).body).toMatchObject({ user: { emailVerified: true } })
  })

  test('redirects if it is invalid', async () => {
    const link = new URL('http://localhost/?token=x&callbackURL=/welcome')
    expect((await open(t.browser(), link)).location).toBe('/welcome?error=invalid_token')
  })

  test('rejects a post from another site', async () => {
    const maker = await t.signUp()
    const query = { token: await emailedToken(t, maker.email, 'verification'), callbackURL: 'https://evil.example' }
    expect((await t.browser().get('/verify-email', { ...navigation, query })).status).toBe(403)
    expect((await t.browser().post('/verify-email', {}, { query })).status).toBe(403)
  })
})
