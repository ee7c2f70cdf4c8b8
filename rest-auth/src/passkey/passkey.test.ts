import { expect, test } from 'vitest'
import { addPasskey, createAuthenticator, usePasskey, type Deviation } from '../testing/authenticator.ts'
import type { Browser } from '../testing/browser.ts'
import { emailedToken } from '../testing/emailed-link.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { warnOfOtherHosts } from './relying-party.ts'

const t = await startTestApp({ TRUSTED_ORIGINS: 'http://app.localhost:5173, https://other.example.com' })
const sessionOf = async (browser: Browser) => (await browser.get('/get-session')).body

test('signs in whoever has the passkey, and says when it was used', async () => {
  const ann = await t.signUp()
  const passkey = await addPasskey(ann, 'Laptop')
  t.clock.advance(60)
  const browser = t.browser()
  const response = await usePasskey(browser, passkey)
  expect(response.outcome).toMatchObject([200, { user: { id: ann.id }, session: { userId: ann.id } }])
  expect(await sessionOf(browser)).toMatchObject({ user: { id: ann.id } })
  expect((await ann.get('/passkey/list-user-passkeys')).body).toMatchObject([
    {
      name: 'Laptop',
      userId: ann.id,
      credentialID: passkey.credentialID,
      deviceType: 'singleDevice',
      backedUp: false,
      transports: 'internal',
      lastUsedAt: t.clock.now().toISOString(),
    },
  ])
})

test('asks the authenticator for a user who is verified, and for none that the user has', async () => {
  const ann = await t.signUp()
  const { credentialID } = await addPasskey(ann)
  expect((await ann.get('/passkey/generate-register-options')).body).toMatchObject({
    rp: { id: 'localhost' },
    user: { id: Buffer.from(ann.id).toString('base64url'), name: ann.email, displayName: 'Ann' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: credentialID, transports: ['internal'] }],
    attestation: 'none',
  })
  expect((await t.browser().get('/passkey/generate-authenticate-options')).body).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
  })
})

const deviations: Record<string, Deviation> = {
  'of another site': { origin: 'https://evil.example.org' },
  'of a trusted site with another host': { origin: 'https://other.example.com' },
  'of a page that is not trusted': { origin: 'http://unknown.localhost:3000' },
  'for another host': { rpId: 'other.example.com' },
  'to another challenge': { challenge: 'AAAA' },
  'without a verified user': { isUserVerified: false },
}
const refusedAs = ({ origin }: Deviation, code: string) =>
  origin === undefined ? code : 'PASSKEYS_NEED_THE_HOST_OF_AUTH_URL'

test.each(Object.entries(deviations))('adds no passkey by a response %s', async (_, deviation) => {
  const ann = await t.signUp()
  const options = (await ann.get('/passkey/generate-register-options')).body
  const response = createAuthenticator().register(options, deviation)
  const refused = await ann.post('/passkey/verify-registration', { response })
  expect(refused.at('code')).toBe(refusedAs(deviation, 'FAILED_TO_VERIFY_REGISTRATION'))
  expect((await ann.get('/passkey/list-user-passkeys')).body).toEqual([])
})

test.each([
  ...Object.entries(deviations),
  ['with another signature', { hasWrongSignature: true }],
  ['whose counter goes back', { counter: 1 }],
  ['with a counter that was used', { counter: 2 }],
] satisfies [string, Deviation][])('signs nobody in by a response %s', async (_, deviation) => {
  const ann = await t.signUp()
  const passkey = await addPasskey(ann)
  await usePasskey(t.browser(), passkey)
  const browser = t.browser()
  const refused = await usePasskey(browser, passkey, deviation)
  expect(refused.at('code')).toBe(refusedAs(deviation, 'AUTHENTICATION_FAILED'))
  expect(await sessionOf(browser)).toBeNull()
})

test('signs in on a trusted page below the host', async () => {
  const ann = await t.signUp()
  const passkey = await addPasskey(ann)
  const signedIn = await usePasskey(t.browser(), passkey, { origin: 'http://app.localhost:5173' })
  expect(signedIn.status).toBe(200)
})

test('says at once that the page has another host', async () => {
  const headers = { origin: 'https://other.example.com' }
  expect((await t.browser().get('/passkey/generate-authenticate-options', { headers })).outcome).toMatchObject([
    403,
    { code: 'PASSKEYS_NEED_THE_HOST_OF_AUTH_URL' },
  ])
})

test('takes an answer once, from the browser that was asked, for what it was asked, within five minutes', async () => {
  const ann = await t.signUp()
  const passkey = await addPasskey(ann)
  const verify = async (browser: Browser, response: object, path = '/passkey/verify-authentication') =>
    (await browser.post(path, { response })).outcome
  const none = [400, { code: 'CHALLENGE_NOT_FOUND', message: 'Challenge not found' }]
  const ask = async (browser: Browser, path = '/passkey/generate-authenticate-options') =>
    passkey.answer((await browser.get(path)).body)

  const [browser, other] = [t.browser(), t.browser()]
  const answer = await ask(browser)
  expect(await verify(other, answer)).toEqual(none)
  const cookies = new Map(browser.jar)
  expect(await verify(browser, answer)).toMatchObject([200, {}])
  for (const [name, value] of cookies) other.jar.set(name, value)
  expect(await verify(other, answer)).toEqual(none)

  const late = await ask(browser)
  t.clock.advance(301)
  expect(await verify(browser, late)).toEqual(none)

  expect(await verify(ann, await ask(ann, '/passkey/generate-register-options'))).toEqual(none)
  const bob = await t.signUp()
  const options = (await ann.get('/passkey/generate-register-options')).body
  for (const [name, value] of ann.jar) if (name.endsWith('.passkey')) bob.jar.set(name, value)
  expect(await verify(bob, passkey.register(options), '/passkey/verify-registration')).toEqual(none)
})

test('of two sign-ins with one answer’s counter, one succeeds', async () => {
  const passkey = await addPasskey(await t.signUp())
  const browsers = [t.browser(), t.browser()]
  const outcomes = await Promise.all(browsers.map((browser) => usePasskey(browser, passkey, { counter: 9 })))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('adds a passkey only in a recent session, which still exists', async () => {
  const ann = await t.signUp()
  t.clock.advance(86_401)
  expect((await ann.get('/passkey/generate-register-options')).at('code')).toBe('SESSION_IS_NOT_FRESH')
  const bob = await t.signUp()
  const options = (await bob.get('/passkey/generate-register-options')).body
  await bob.post('/sign-out')
  const response = createAuthenticator().register(options)
  expect((await bob.post('/passkey/verify-registration', { response })).status).toBe(401)
})

test('keeps at most 20 passkeys, each once', async () => {
  const ann = await t.signUp()
  const first = await addPasskey(ann)
  const again = await ann.get('/passkey/generate-register-options')
  const twice = await ann.post('/passkey/verify-registration', { response: first.register(again.body) })
  expect(twice.at('code')).toBe('PREVIOUSLY_REGISTERED')
  for (let count = 1; count < 20; count += 1) await addPasskey(ann)
  await expect(addPasskey(ann)).rejects.toThrow('TOO_MANY_PASSKEYS')
})

test('renames and removes only the user’s own, and a removed one signs nobody in', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  const passkey = await addPasskey(ann)
  const id = (await ann.get('/passkey/list-user-passkeys')).at(0, 'id')
  const notFound = [404, { code: 'PASSKEY_NOT_FOUND', message: 'Passkey not found' }]
  expect((await bob.post('/passkey/update-passkey', { id, name: 'Mine' })).outcome).toEqual(notFound)
  expect((await bob.post('/passkey/delete-passkey', { id })).outcome).toEqual(notFound)
  expect((await ann.post('/passkey/update-passkey', { id, name: ' Phone ' })).at('passkey', 'name')).toBe('Phone')
  expect((await ann.post('/passkey/delete-passkey', { id })).outcome).toEqual([200, { status: true }])
  expect((await usePasskey(t.browser(), passkey)).outcome).toEqual([401, notFound[1]])
})

test('tells the owner by email, with the device', async () => {
  const ann = await t.signUp({ emailVerified: true })
  await addPasskey(ann, 'Laptop')
  expect((await t.emails(ann.email)).at(-1)).toMatchObject({
    template: 'passkeyAdded',
    data: { passkey: 'Laptop', address: '127.0.0.1' },
  })
})

test('keeps a refused sign-in for the activity of the account', async () => {
  const ann = await t.signUp()
  const passkey = await addPasskey(ann)
  await usePasskey(t.browser(), passkey, { isUserVerified: false })
  await expect
    .poll(async () => JSON.stringify((await ann.get('/activity')).body))
    .toContain('"reason":"AUTHENTICATION_FAILED"')
})

test('does not let a banned user in, and says so only after the right passkey', async () => {
  const ann = await t.signUp()
  const passkey = await addPasskey(ann)
  await t.ctx.db.write`update "user" set "banned" = true where "id" = ${ann.id}`
  expect((await usePasskey(t.browser(), passkey, { hasWrongSignature: true })).at('code')).toBe('AUTHENTICATION_FAILED')
  expect((await usePasskey(t.browser(), passkey)).at('code')).toBe('BANNED_USER')
})

test('requires a proved email where verification is required', async () => {
  const strict = await startTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' }, 8, { via: () => t.databaseUrl })
  const [stranger, owner] = [await t.signUp(), await t.signUp({ emailVerified: true })]
  const [theirs, own] = [await addPasskey(stranger), await addPasskey(owner)]
  expect((await usePasskey(strict.browser(), theirs)).at('code')).toBe('EMAIL_NOT_VERIFIED')
  expect((await usePasskey(strict.browser(), own)).status).toBe(200)
})

test('whoever claims the account ends the passkeys of its creator', async () => {
  const email = 'claimed@example.com'
  const creator = await t.signUp({ email })
  const passkey = await addPasskey(creator)
  await t.post('/request-password-reset', { email })
  const token = await emailedToken(t, email, 'resetPassword')
  expect((await t.post('/reset-password', { token, newPassword: 'another good password' })).status).toBe(200)
  expect((await usePasskey(t.browser(), passkey)).at('code')).toBe('PASSKEY_NOT_FOUND')
})

test('an owner’s passkeys survive a new password', async () => {
  const ann = await t.signUp({ emailVerified: true })
  const passkey = await addPasskey(ann)
  await ann.post('/change-password', { currentPassword: testPassword, newPassword: 'another good password' })
  expect((await usePasskey(t.browser(), passkey)).status).toBe(200)
})

test('starts no session from a page of another site', async () => {
  const passkey = await addPasskey(await t.signUp())
  const browser = t.browser()
  const response = passkey.answer((await browser.get('/passkey/generate-authenticate-options')).body)
  const headers = { origin: 'https://evil.example.org' }
  const refused = await browser.post('/passkey/verify-authentication', { response }, { headers })
  expect(refused.at('code')).toBe('INVALID_ORIGIN')
})

test('warns at start of passkeys that another host has made', async () => {
  const moved = await startTestApp({ AUTH_URL: 'http://127.0.0.1:3000' }, 8, { via: () => t.databaseUrl })
  for (const app of [t, moved]) await warnOfOtherHosts(app.ctx)
  const warnings = (lines: readonly string[]) => lines.filter((line) => line.includes('AUTH_URL has changed'))
  expect([warnings(t.logged), warnings(moved.logged)]).toEqual([[], [expect.stringContaining('127.0.0.1')]])
})

test.each(['A', 'AA==', 'eyJ9'])('refuses a response whose parts are not what they should be (%s)', async (text) => {
  const ann = await t.signUp()
  const passkey = await addPasskey(ann)
  const broken = { clientDataJSON: text, attestationObject: text, authenticatorData: text, signature: text }
  const response = { id: passkey.credentialID, rawId: passkey.credentialID, type: 'public-key', response: broken }
  await ann.get('/passkey/generate-register-options')
  expect((await ann.post('/passkey/verify-registration', { response })).status).toBe(403)
  const browser = t.browser()
  await browser.get('/passkey/generate-authenticate-options')
  expect((await browser.post('/passkey/verify-authentication', { response })).status).toBe(403)
})

test('refuses a stored key that is not one', async () => {
  const ann = await t.signUp()
  const passkey = await addPasskey(ann)
  await t.ctx.db.write`update "passkey" set "publicKey" = 'not a key' where "userId" = ${ann.id}`
  expect((await usePasskey(t.browser(), passkey)).at('code')).toBe('AUTHENTICATION_FAILED')
})
