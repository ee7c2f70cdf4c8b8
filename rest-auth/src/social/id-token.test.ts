import { signIdToken } from 'demo-providers/keys.ts'
import { describe, expect, it } from 'vitest'
import type { ProviderId } from '../provider-config.ts'
import { clientIdOf, startSocialTestApp } from '../testing/social.ts'

const test = await startSocialTestApp({ APPLE_APP_BUNDLE_IDENTIFIER: 'com.example.app' })
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
      expect(await signIn(id, given)).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN' } })
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

it('is accepted from three providers only', async () => {
  expect(await signIn('github', { token: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'ID_TOKEN_NOT_SUPPORTED', message: 'id_token not supported' },
  })
})

it('of Apple may be issued for the app as well', async () => {
  const token = await tokenOf('apple', { aud: 'com.example.app', email: newAddress() })
  expect((await signIn('apple', { token })).status).toBe(200)
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
