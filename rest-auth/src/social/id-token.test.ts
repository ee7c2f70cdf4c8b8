import { createHash } from 'node:crypto'
import { signIdToken } from 'demo-providers/keys.ts'
import { describe, expect, it } from 'vitest'
import type { ProviderId } from '../provider-config.ts'
import { clientIdOf, startSocialTestApp, visitProvider } from '../testing/social.ts'
import { enableTwoFactor } from '../testing/two-factor.ts'

const test = await startSocialTestApp({
  APPLE_APP_BUNDLE_IDENTIFIER: 'com.example.app, com.example.watch',
  GOOGLE_CLIENT_ID: `${clientIdOf('google')}, ios.apps.googleusercontent.com,android.apps.googleusercontent.com`,
  FACEBOOK_CLIENT_ID: `${clientIdOf('facebook')},4711`,
})
const issuers = {
  apple: 'https://appleid.apple.com',
  google: 'accounts.google.com',
  facebook: 'https://www.facebook.com',
}
const providers = ['apple', 'google', 'facebook'] as const
let people = 0
const newAddress = () => `person${(people += 1)}@example.com`

/** A token as an app gets it from the provider's SDK. */
function tokenOf(id: (typeof providers)[number], claims: Record<string, unknown>): Promise<string> {
  const now = Math.floor(test.clock.now().getTime() / 1000)
  return signIdToken({
    iss: issuers[id],
    aud: clientIdOf(id),
    sub: `subject-${people}`,
    iat: now,
    exp: now + 600,
    ...claims,
  })
}
const signIn = (id: ProviderId, idToken: Record<string, unknown>, browser = test.browser()) =>
  browser.post('/sign-in/social', { provider: id, idToken })

describe.each(providers)('an id_token of %s', (id) => {
  it('asks a person with a second factor for it, like a password, and continues', async () => {
    const email = newAddress()
    const first = test.browser()
    await signIn(id, { token: await tokenOf(id, { email, email_verified: true }) }, first)
    const app = await enableTwoFactor(test, first)
    const browser = test.browser()
    const asked = await signIn(id, { token: await tokenOf(id, { email, email_verified: true }) }, browser)
    expect(asked.outcome).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] }])
    expect((await browser.get('/get-session')).body).toBeNull()
    expect((await browser.post('/two-factor/verify-totp', { code: app.nextCode() })).status).toBe(200)
    expect((await browser.get('/get-session')).at('user', 'email')).toBe(email)
  })

  it('signs a person up, and in again', async () => {
    const email = newAddress()
    const token = await tokenOf(id, {
      email,
      email_verified: id === 'apple' ? 'true' : true,
      name: 'Ida',
      nonce: 'n-1',
    })
    const browser = test.browser()
    const response = await signIn(
      id,
      { token, nonce: 'n-1', accessToken: 'from the app', refreshToken: 'ignored' },
      browser,
    )
    expect(response).toMatchObject({
      status: 200,
      body: { redirect: false, token: expect.any(String), user: { email, name: 'Ida', emailVerified: true } },
    })
    expect(response.body).not.toHaveProperty('url')
    expect((await browser.get('/get-session')).at('user', 'email')).toBe(email)
    const again = await signIn(id, { token })
    expect(again.at('user', 'id')).toBe(response.at('user', 'id'))
    const tokens = await browser.post('/get-access-token', { providerId: id })
    expect(tokens.body).toEqual({ accessToken: 'from the app', scopes: [] })
  })

  it('may be an hour old, for apps that keep it', async () => {
    const issued = Math.floor(test.clock.now().getTime() / 1000) - 3600
    const token = await tokenOf(id, { email: newAddress(), email_verified: true, sub: `kept-${id}`, iat: issued })
    expect((await signIn(id, { token })).status).toBe(200)
  })

  it('works once more within a minute, and then never again, with or without its nonce', async () => {
    const email = newAddress()
    const token = await tokenOf(id, { email, email_verified: true, nonce: 'n-1', sub: `replayed-${email}` })
    expect((await signIn(id, { token, nonce: 'n-1' })).status).toBe(200)
    test.clock.advance(59)
    expect((await signIn(id, { token, nonce: 'n-1' })).status).toBe(200)
    test.clock.advance(2)
    for (const given of [{ token }, { token, nonce: 'n-1' }]) {
      expect(await signIn(id, given)).toMatchObject({
        status: 401,
        body: { code: 'ID_TOKEN_ALREADY_USED', message: expect.stringContaining('Get a new one') },
      })
    }
    const newer = await tokenOf(id, { email, email_verified: true, sub: `replayed-${email}` })
    expect((await signIn(id, { token: newer })).status).toBe(200)
  })

  it('must be valid in every part', async () => {
    const good = { email: newAddress(), email_verified: true }
    const refused = { status: 401, body: { code: 'INVALID_TOKEN', message: 'invalid token' } }
    for (const claims of [{ iss: 'https://evil.example' }, { aud: 'another-app' }, { exp: 1 }, { sub: undefined }]) {
      expect(await signIn(id, { token: await tokenOf(id, { ...good, ...claims }) })).toMatchObject(refused)
    }
    expect(await signIn(id, { token: await tokenOf(id, { ...good, nonce: 'a' }), nonce: 'b' })).toMatchObject(refused)
    expect(await signIn(id, { token: await tokenOf(id, good), nonce: 'b' })).toMatchObject(refused)
    for (const token of ['', 'x', 'a.b.c', 'EAAG-an-access-token'])
      expect(await signIn(id, { token })).toMatchObject(refused)
  })

  it('is refused with its own error, and creates nothing', async () => {
    const refused = async (claims: Record<string, unknown>, code: string) => {
      const response = await signIn(id, { token: await tokenOf(id, claims) })
      expect([response.status, response.at('code')]).toEqual([401, code])
    }
    await refused({ sub: `no-address-${id}` }, 'USER_EMAIL_NOT_FOUND')
    await refused({ sub: ' \n' }, 'FAILED_TO_GET_USER_INFO')
    const { email } = await test.signUp({ email: newAddress() })
    await refused({ email, email_verified: false }, 'ACCOUNT_NOT_LINKED')
  })

  it('links to the signed-in user under the same conditions as redirects', async () => {
    const user = await test.signUp({ email: newAddress(), emailVerified: true })
    const link = async (claims: Record<string, unknown>) =>
      user.post('/link-social', {
        provider: id,
        idToken: { token: await tokenOf(id, { email_verified: true, ...claims }) },
      })
    const refused = async (claims: Record<string, unknown>, message: string) =>
      expect(await link(claims)).toMatchObject({ status: 401, body: { message } })
    await refused({ email: newAddress() }, 'Account not linked - different emails not allowed')
    await refused({ email: user.email, email_verified: false }, 'Account not linked - linking not allowed')
    const linked = await link({ email: user.email })
    expect([linked.status, linked.body]).toEqual([200, { redirect: false, url: '', status: true }])
    expect((await user.get('/list-accounts')).body).toHaveLength(2)
  })
})

it.each(['/sign-in/social', '/link-social'])('is accepted at %s from three providers only, and once', async (path) => {
  const user = await test.signUp({ email: newAddress(), emailVerified: true })
  const send = (provider: string, token: string) => user.post(path, { provider, idToken: { token } })
  const refusal = (status: number, code: string) => ({ status, body: expect.objectContaining({ code }) })
  expect(await send('github', 'x')).toMatchObject(refusal(404, 'ID_TOKEN_NOT_SUPPORTED'))
  expect(await send('google', 'x')).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  const refused = await send('google', await tokenOf('google', { email: 1 }))
  expect(refused.at('code')).toBe('USER_EMAIL_NOT_FOUND')
  const hidden = await tokenOf('google', { sub: null, email: newAddress() })
  expect(await send('google', hidden)).toMatchObject(refusal(401, 'FAILED_TO_GET_USER_INFO'))
  test.clock.advance(61)
  expect(await send('google', hidden)).toMatchObject(refusal(401, 'ID_TOKEN_ALREADY_USED'))
})

it.each([
  ['apple', 'com.example.app', 200],
  ['apple', 'com.example.watch', 200],
  ['google', 'ios.apps.googleusercontent.com', 200],
  ['google', 'android.apps.googleusercontent.com', 200],
  ['facebook', '4711', 200],
  ['google', 'com.example.app', 401],
  ['google', 'ios.apps.googleusercontent.com, android.apps.googleusercontent.com', 401],
  ['apple', '', 401],
] as const)('of %s may be issued for each configured app: %s is %d', async (id, aud, status) => {
  const token = await tokenOf(id, { aud, email: newAddress(), sub: `app-${people}` })
  expect((await signIn(id, { token })).status).toBe(status)
})

it('leaves the website its own client, the first', async () => {
  const started = await test.browser().post('/sign-in/social', { provider: 'google' })
  expect(new URL(started.at('url')).searchParams.get('client_id')).toBe(clientIdOf('google'))
  const browser = test.browser()
  expect(await visitProvider(browser, 'google', { email: newAddress() })).toMatchObject({ location: '/welcome' })
})

describe('the nonce of an app', () => {
  const nonce = 'rAnd0m~nonce'
  const hash = createHash('sha256').update(nonce).digest()
  it.each([
    ['itself', nonce, nonce, 200],
    ['as SHA-256 in hex, like Firebase with Apple', hash.toString('hex'), nonce, 200],
    ['as SHA-256 in base64url', hash.toString('base64url'), nonce, 200],
    ['in capitals', hash.toString('hex').toUpperCase(), nonce, 401],
    ['of another sign-in', createHash('sha256').update('other').digest('hex'), nonce, 401],
    ['that only the token shows', nonce, hash.toString('hex'), 401],
    ['that is missing', undefined, nonce, 401],
  ])('may be in the token %s', async (_, inToken, given, status) => {
    for (const id of providers) {
      const token = await tokenOf(id, { email: newAddress(), sub: `nonce-${people}`, nonce: inToken })
      expect([id, (await signIn(id, { token, nonce: given })).status]).toEqual([id, status])
    }
  })
})

it.each([
  ['the first and last name', { name: { firstName: 'Ida', lastName: 'Rhodes' } }, 'Ida Rhodes'],
  ['one of them', { name: { firstName: 'Ida' } }, 'Ida'],
  ['what it does not use', { name: { firstName: 'Ida' }, email: 'thief@example.com', sub: 'x' }, 'Ida'],
  ['no name', {}, null],
  ['nothing', undefined, null],
  ['a text', 'Ida', null],
  ['null', null, null],
])('takes from an app, beside the token of Apple, %s', async (_, user, name) => {
  const email = newAddress()
  const token = await tokenOf('apple', { email, email_verified: 'true', sub: `named-${people}` })
  const signedIn = await signIn('apple', { token, user })
  expect(signedIn).toMatchObject({ status: 200, body: { user: { name: name ?? email, email } } })
  // Later sign-ins have no name, and keep it.
  const again = await signIn('apple', { token })
  expect(again).toMatchObject({ status: 200, body: { user: { name: name ?? email } } })
})

it('of Facebook may have the shorter issuer of older SDKs', async () => {
  const claims = { email: newAddress(), sub: `older-${people}` }
  const from = async (iss: string) =>
    (await signIn('facebook', { token: await tokenOf('facebook', { ...claims, iss }) })).status
  expect([await from('https://facebook.com'), await from('https://evil.facebook.com')]).toEqual([200, 401])
})

it('without an email is no dead end where the app asks for one', async () => {
  const token = await tokenOf('apple', { sub: 'at-work' })
  const response = await test
    .browser()
    .post('/sign-in/social', { provider: 'apple', allowMissingEmail: true, idToken: { token } })
  expect(response).toMatchObject({
    status: 200,
    body: { user: { name: 'Apple', email: 'at-work@apple.noreply.invalid' } },
  })
  const unusable = await signIn('apple', { token: await tokenOf('apple', { sub: 'no-mailbox', email: 'x@localhost' }) })
  expect(unusable).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL' } })
})

it('leads to 503 and a log line if the provider is unavailable', async () => {
  const away = await startSocialTestApp({ SOCIAL_DEMO_ORIGIN: 'http://127.0.0.1:1' })
  const token = await tokenOf('google', { email: newAddress(), email_verified: true })
  const response = await away
    .browser()
    .post('/sign-in/social', { provider: 'google', idToken: { token } }, { noRetry: true })
  expect(response).toMatchObject({
    status: 503,
    body: { code: 'SERVICE_UNAVAILABLE' },
    headers: { 'retry-after': '5' },
  })
  expect(away.logged.join('')).toContain('id_token not verified')
  const nonsense = await away.browser().post('/sign-in/social', { provider: 'google', idToken: { token: 'a.b.c' } })
  expect(nonsense).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN' } })
})
