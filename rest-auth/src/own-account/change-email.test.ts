import { describe, expect, test } from 'vitest'
import { cleanUp } from '../clean-up/clean-up.ts'
import type { Browser } from '../testing/browser.ts'
import { emailedLink, emailedToken } from '../testing/emailed-link.ts'
import { startTestApp, type SignedIn, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const usual = await startTestApp()
const strict = await startTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' })
let addresses = 0
const newAddress = () => `address-${(addresses += 1)}@example.com`

const settle = (app: TestApp) => app.signUp({ emailVerified: true })

const follow = (browser: Browser, link: URL) =>
  browser.get('/verify-email', { query: Object.fromEntries(link.searchParams) })
const pendingOf = async (browser: Browser) => (await browser.get('/pending-email-change')).body
const emailOf = async (browser: Browser) => (await browser.get('/get-session')).at('user', 'email')
const kindsTo = async (app: TestApp, email: string) => (await app.emails(email)).map(({ template }) => template)

/** Requests the change and agrees in the current mailbox. */
async function agree(app: TestApp, browser: SignedIn, newEmail: string, callbackURL = '/done') {
  const asked = await browser.post('/change-email', { newEmail, callbackURL })
  return [asked, await follow(browser, await emailedLink(app, browser.email, 'changeEmail'))]
}

describe('with EMAIL_VERIFICATION_REQUIRED', () => {
  /** Everything that an account can see of a change to this email. */
  async function interrogate(newEmail: string): Promise<unknown[]> {
    const [ann, unproven] = [await settle(strict), await settle(strict)]
    await strict.ctx.db.write`update "user" set "emailVerified" = false where "id" = ${unproven.id}`
    const steps = [
      ...(await agree(strict, ann, newEmail)),
      await ann.get('/get-session'),
      await ann.get('/pending-email-change'),
      await ann.post('/change-email', { newEmail }), // the mail to the new address again
      await ann.post('/cancel-email-change'),
      await ann.get('/pending-email-change'),
      await unproven.post('/change-email', { newEmail }),
      await unproven.get('/get-session'),
      await unproven.get('/pending-email-change'),
    ]
    const own = [...(await kindsTo(strict, ann.email)), ...(await kindsTo(strict, unproven.email))]
    const withoutNames = (text: string) =>
      [newEmail, ann.email, unproven.email].reduce((rest, email) => rest.replaceAll(email, '…'), text)
    const responses = steps.map(({ status, text, location, setCookies }) => [
      status,
      withoutNames(text.replaceAll(/"(id|token|userId)":"[^"]*"/g, '')),
      location,
      setCookies.length,
    ])
    return [...responses, own]
  }

  test('does not reveal whether an email is registered', async () => {
    const { email } = await settle(strict)
    const [free, taken] = [await interrogate(newAddress()), await interrogate(email)]
    expect(taken).toEqual(free)
    expect(free.map((response) => Reflect.get(Object(response), 0)).slice(0, 10)).toEqual([
      200, 302, 200, 200, 200, 200, 200, 200, 200, 200,
    ])
  })

  test('notifies the owner of the email after the current mailbox agreed', async () => {
    const [owner, ann] = [await settle(strict), await settle(strict)]
    const before = await kindsTo(strict, owner.email)
    await ann.post('/change-email', { newEmail: owner.email })
    expect(await kindsTo(strict, owner.email)).toEqual(before)
    await follow(ann, await emailedLink(strict, ann.email, 'changeEmail'))
    expect(await kindsTo(strict, owner.email)).toEqual([...before, 'changeEmailAttempt'])
    expect([await emailOf(ann), await emailOf(owner)]).toEqual([ann.email, owner.email])
  })

  test('sends a mailbox five emails, and responds the same afterwards', async () => {
    const [owner, ann] = [await settle(strict), await settle(strict)]
    await agree(strict, ann, owner.email)
    for (let again = 0; again < 6; again++) {
      expect((await ann.post('/change-email', { newEmail: owner.email })).body).toEqual({ status: true })
    }
    const told = (await kindsTo(strict, owner.email)).filter((kind) => kind === 'changeEmailAttempt')
    expect(told).toHaveLength(5)
  })

  test("completes the change when the new mailbox agrees, and proves it in the user's session", async () => {
    const [ann, newEmail] = [await settle(strict), newAddress()]
    const [, agreed] = await agree(strict, ann, newEmail)
    expect(agreed?.location).toBe('/done')
    expect(await emailOf(ann)).toBe(ann.email)
    const link = await emailedLink(strict, newEmail)
    expect((await follow(ann, link)).location).toBe('/done')
    expect((await ann.get('/get-session')).body).toMatchObject({ user: { email: newEmail, emailVerified: true } })
    expect((await kindsTo(strict, ann.email)).at(-1)).toBe('emailChanged')
    expect(await strict.ctx.db.read`select "proved" from "user" where "id" = ${ann.id}`).toEqual([{ proved: true }])
    expect(await pendingOf(ann)).toBeNull()
    expect((await follow(strict.browser(), link)).location).toBe('/done') // once more: it is done
    const signIn = await strict.post('/sign-in/email', { email: newEmail, password: testPassword })
    expect(signIn.status).toBe(200)
  })

  test('accepts the link in the new mailbox in any browser, and then asks for the password', async () => {
    const [ann, phone, newEmail] = [await settle(strict), strict.browser(), newAddress()]
    await agree(strict, ann, newEmail)
    expect((await follow(phone, await emailedLink(strict, newEmail))).location).toBe('/done')
    expect(await emailOf(ann)).toBe(newEmail)
    expect((await phone.get('/get-session')).body).toBeNull()
    expect((await phone.get('/address-to-prove')).body).toEqual({ email: newEmail, isProved: false })
  })

  test('rejects the link of the current mailbox as one of the new mailbox', async () => {
    const [ann, newEmail] = [await settle(strict), newAddress()]
    await ann.post('/change-email', { newEmail })
    const link = await emailedLink(strict, ann.email, 'changeEmail')
    expect((await follow(strict.browser(), link)).location).toBe('/?error=unauthorized')
    await follow(ann, link)
    expect((await follow(ann, link)).location).toBe('/?error=invalid_token')
    expect(await emailOf(ann)).toBe(ann.email)
  })

  test('refuses the second of two changes to one email, and ends it', async () => {
    const newEmail = newAddress()
    const people = [await settle(strict), await settle(strict)]
    const links: URL[] = []
    for (const person of people) {
      await agree(strict, person, newEmail)
      links.push(await emailedLink(strict, newEmail))
    }
    const responses = await Promise.all(
      people.map((person, index) => follow(person, links[index] ?? expect.unreachable())),
    )
    expect(responses.map(({ location }) => location).toSorted()).toEqual([
      '/done',
      '/done?error=couldnt_update_your_email',
    ])
    expect(await Promise.all(people.map(pendingOf))).toEqual([null, null])
  })

  test('changes nothing for an ended session', async () => {
    const [ann, newEmail] = [await settle(strict), newAddress()]
    await ann.post('/change-email', { newEmail })
    const link = await emailedLink(strict, ann.email, 'changeEmail')
    await ann.post('/sign-out')
    expect((await follow(ann, link)).location).toBe('/?error=unauthorized')
    expect(await kindsTo(strict, newEmail)).toEqual([])
  })
})

describe.each([
  ['usual', usual],
  ['strict', strict],
])('a pending change (%s)', (_, app) => {
  test('is shown only to sessions of the account', async () => {
    const [ann, bob, newEmail] = [await settle(app), await settle(app), newAddress()]
    expect(await pendingOf(ann)).toBeNull()
    await ann.post('/change-email', { newEmail })
    const elsewhere = app.browser()
    await elsewhere.post('/sign-in/email', { email: ann.email, password: testPassword })
    const pending = { newEmail, linkSentTo: ann.email, expiresAt: expect.any(String) }
    expect(await pendingOf(elsewhere)).toEqual(pending)
    expect(await pendingOf(bob)).toBeNull()
    expect((await app.get('/pending-email-change')).status).toBe(401)
    expect((await app.post('/cancel-email-change')).status).toBe(401)
    await bob.post('/cancel-email-change')
    expect(await pendingOf(ann)).toEqual(pending)
  })

  test('ends with its links when it is cancelled in any session', async () => {
    const [ann, newEmail] = [await settle(app), newAddress()]
    await ann.post('/change-email', { newEmail })
    await ann.post('/change-email', { newEmail })
    const link = await emailedLink(app, ann.email, 'changeEmail')
    app.clock.advance(1)
    expect((await ann.post('/cancel-email-change')).body).toEqual({ status: true })
    expect(await pendingOf(ann)).toBeNull()
    expect((await follow(ann, link)).location).toBe('/?error=invalid_token')
    expect(await emailOf(ann)).toBe(ann.email)
  })

  test('keeps links to the same email and ends those to another one when repeated', async () => {
    const [ann, first, second] = [await settle(app), newAddress(), newAddress()]
    await ann.post('/change-email', { newEmail: first })
    const toFirst = await emailedLink(app, ann.email, 'changeEmail')
    app.clock.advance(1)
    await ann.post('/change-email', { newEmail: second })
    const toSecond = await emailedLink(app, ann.email, 'changeEmail')
    app.clock.advance(1)
    await ann.post('/change-email', { newEmail: second })
    expect((await follow(ann, toFirst)).location).toBe('/?error=invalid_token')
    expect((await follow(ann, toSecond)).location).toBe('/')
    expect(app === usual ? await emailOf(ann) : await pendingOf(ann)).toEqual(
      app === usual ? second : expect.objectContaining({ linkSentTo: second }),
    )
  })

  test('ends with a password reset, and after an hour', async () => {
    const [ann, bob, newEmail] = [await settle(app), await settle(app), newAddress()]
    for (const person of [ann, bob]) await person.post('/change-email', { newEmail })
    await app.post('/forget-password', { email: ann.email })
    const reset = { token: await emailedToken(app, ann.email, 'resetPassword'), newPassword: 'another good password' }
    await app.post('/reset-password', reset)
    const again = app.browser()
    await again.post('/sign-in/email', { email: ann.email, password: reset.newPassword })
    expect(await pendingOf(again)).toBeNull()
    app.clock.advance(3601)
    expect(await pendingOf(bob)).toBeNull()
    await cleanUp(app.ctx)
    expect(await app.ctx.db.read`select 1 from "emailChange"`).toEqual([])
  })

  test('either completes or is cancelled if both happen concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const [ann, newEmail] = [await settle(app), newAddress()]
      await ann.post('/change-email', { newEmail })
      const link = await emailedLink(app, ann.email, 'changeEmail')
      const [followed] = await Promise.all([follow(ann, link), ann.post('/cancel-email-change')])
      const moved = (await emailOf(ann)) === newEmail || (await kindsTo(app, newEmail)).length > 0
      expect(moved && app === usual).toBe(followed.location === '/' && app === usual)
      expect(await pendingOf(ann)).toBeNull()
    }
  })
})
