import { describe, expect, it } from 'vitest'
import { providerIds, type ProviderId } from '../provider-config.ts'
import { clientIdOf, startSocialTestApp, visitProvider } from '../testing/social.ts'

interface Expectation {
  /** The authorization URL and its parameters, without state, redirect_uri and challenge. */
  readonly authorize: string
  readonly parameters: Readonly<Record<string, string>>
  readonly pkce: boolean
  /** Whether the id_token must repeat a nonce. */
  readonly nonce?: true
  readonly loginHint?: true
  /** How the email is used: verified if the provider says so, never verified, or missing. */
  readonly address: 'verified' | 'unverified' | 'none'
  /** The result for a person without an email. */
  readonly withoutAddress: 'email_not_found' | 'placeholder'
  /** `never`: the provider's tokens are not refreshed. `no token`: it sends no refresh token. */
  readonly refresh: 'yes' | 'never' | 'no token'
  readonly picture: string | null
}

const picture = 'https://pictures.example.com/ada.png'
const given = { pkce: true, address: 'verified', withoutAddress: 'email_not_found', refresh: 'yes', picture } as const

const expectations: Record<ProviderId, Expectation> = {
  apple: {
    ...given,
    nonce: true,
    authorize: 'appleid.apple.com/auth/authorize',
    parameters: { scope: 'email name', response_mode: 'form_post' },
    picture: null,
  },
  discord: {
    ...given,
    authorize: 'discord.com/api/oauth2/authorize',
    parameters: { scope: 'identify email', prompt: 'none' },
    picture: expect.stringMatching(/^https:\/\/cdn\.discordapp\.com\/embed\/avatars\/[0-5]\.png$/),
  },
  facebook: {
    ...given,
    authorize: 'www.facebook.com/v21.0/dialog/oauth',
    parameters: { scope: 'email public_profile' },
    pkce: false,
    loginHint: true,
    address: 'unverified',
    refresh: 'no token',
  },
  github: {
    ...given,
    authorize: 'github.com/login/oauth/authorize',
    parameters: { scope: 'read:user user:email' },
    loginHint: true,
  },
  microsoft: {
    ...given,
    nonce: true,
    authorize: 'login.microsoftonline.com/common/oauth2/v2.0/authorize',
    parameters: { scope: 'openid profile email User.Read' },
    refresh: 'never',
    picture: null,
  },
  google: {
    ...given,
    nonce: true,
    authorize: 'accounts.google.com/o/oauth2/auth',
    parameters: { scope: 'email profile openid', access_type: 'offline' },
    loginHint: true,
  },
  spotify: {
    ...given,
    authorize: 'accounts.spotify.com/authorize',
    parameters: { scope: 'user-read-email' },
    address: 'unverified',
  },
  twitch: {
    ...given,
    nonce: true,
    authorize: 'id.twitch.tv/oauth2/authorize',
    parameters: {
      scope: 'user:read:email openid',
      claims: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null,"picture":null}}',
    },
    pkce: false,
  },
  twitter: {
    ...given,
    authorize: 'x.com/i/oauth2/authorize',
    parameters: { scope: 'users.read tweet.read offline.access users.email' },
    withoutAddress: 'placeholder',
  },
  dropbox: {
    ...given,
    authorize: 'www.dropbox.com/oauth2/authorize',
    parameters: { scope: 'account_info.read', token_access_type: 'offline' },
  },
  kick: {
    ...given,
    authorize: 'id.kick.com/oauth/authorize',
    parameters: { scope: 'user:read' },
    address: 'unverified',
    refresh: 'never',
  },
  linkedin: {
    ...given,
    authorize: 'www.linkedin.com/oauth/v2/authorization',
    parameters: { scope: 'profile email openid' },
    pkce: false,
    loginHint: true,
  },
  gitlab: { ...given, authorize: 'gitlab.com/oauth/authorize', parameters: { scope: 'read_user' }, loginHint: true },
  tiktok: {
    ...given,
    authorize: 'www.tiktok.com/v2/auth/authorize',
    parameters: { scope: 'user.info.profile' },
    pkce: false,
    address: 'none',
    withoutAddress: 'placeholder',
  },
  reddit: {
    ...given,
    authorize: 'www.reddit.com/api/v1/authorize',
    parameters: { scope: 'identity', duration: 'permanent' },
    pkce: false,
    address: 'none',
    withoutAddress: 'placeholder',
  },
  roblox: {
    ...given,
    authorize: 'apis.roblox.com/oauth/v1/authorize',
    parameters: { scope: 'openid profile', prompt: 'select_account consent' },
    address: 'none',
    withoutAddress: 'placeholder',
  },
  vk: { ...given, authorize: 'id.vk.com/authorize', parameters: { scope: 'email phone' }, address: 'unverified' },
  zoom: { ...given, authorize: 'zoom.us/oauth/authorize', parameters: {}, refresh: 'never' },
}

const test = await startSocialTestApp()
const addressAt = (id: ProviderId, name: string) => `${name}@${id}.example.com`

describe.each(providerIds.map((id) => ({ id, expected: expectations[id] })))('$id', ({ id, expected }) => {
  it('requests consent as the provider expects', async () => {
    const response = await test.browser().post('/sign-in/social', { provider: id, loginHint: 'ada@example.com' })
    expect(response).toMatchObject({ status: 200, body: { redirect: true } })
    const url = new URL(response.at('url'))
    expect(url.origin + url.pathname).toBe(`${test.demoOrigin}/${expected.authorize}`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...expected.parameters,
      response_type: 'code',
      [id === 'tiktok' ? 'client_key' : 'client_id']: clientIdOf(id),
      redirect_uri: `http://localhost:3000/api/auth/callback/${id}`,
      state: expect.stringMatching(/^[\w-]{32}$/),
      ...(expected.pkce && { code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) }),
      ...(expected.nonce && { nonce: expect.stringMatching(/^[\w-]{32}$/) }),
      ...(expected.loginHint && { login_hint: 'ada@example.com' }),
    })
  })

  it('signs a person up, and in again as the same user', async () => {
    const browser = test.browser()
    const email = addressAt(id, 'Ada')
    const first = await visitProvider(browser, id, { email, picture }, { newUserCallbackURL: '/hello' })
    expect(first).toMatchObject({ status: 302, location: '/hello' })
    const session = await browser.get('/get-session')
    expect(session.body).toMatchObject({
      user: {
        name: id === 'reddit' ? 'ada_lovelace' : 'Ada Lovelace',
        email:
          expected.address === 'none'
            ? expect.stringMatching(new RegExp(`^[a-z0-9-]+@${id}\\.noreply\\.invalid$`))
            : email.toLowerCase(),
        emailVerified: expected.address === 'verified',
        image: expected.picture,
      },
    })
    const again = test.browser()
    expect(await visitProvider(again, id, { email }, { newUserCallbackURL: '/hello' })).toMatchObject({
      status: 302,
      location: '/welcome',
    })
    expect((await again.get('/get-session')).at('user', 'id')).toBe(session.at('user', 'id'))
  })

  it('handles a person without an email', async () => {
    const browser = test.browser()
    const response = await visitProvider(
      browser,
      id,
      { name: `Nobody at ${id}`, verified: false },
      { errorCallbackURL: '/failed?x=1' },
    )
    if (expected.withoutAddress === 'email_not_found') {
      expect(response).toMatchObject({ status: 302, location: '/failed?x=1&error=email_not_found' })
      expect((await browser.get('/get-session')).body).toBeNull()
    } else {
      expect(response).toMatchObject({ status: 302, location: '/welcome' })
      const session = await browser.get('/get-session')
      expect(session.at('user', 'email')).toMatch(new RegExp(`^[a-z0-9-]+@${id}\\.noreply\\.invalid$`))
      expect(session.body).toMatchObject({ user: { emailVerified: false } })
    }
  })

  it(`refreshes tokens: ${expected.refresh}`, async () => {
    const browser = test.browser()
    await visitProvider(browser, id, { email: addressAt(id, 'refresher'), name: 'Renata' })
    const before = await browser.post('/get-access-token', { providerId: id })
    const refreshed = await browser.post('/refresh-token', { providerId: id })
    if (expected.refresh === 'yes') {
      expect(refreshed.status).toBe(200)
      expect(refreshed.at('accessToken')).not.toBe(before.at('accessToken'))
      expect((await browser.post('/get-access-token', { providerId: id })).at('accessToken')).toBe(
        refreshed.at('accessToken'),
      )
    } else if (expected.refresh === 'never') {
      const message = `Provider ${id} does not support token refreshing.`
      expect(refreshed).toMatchObject({ status: 400, body: { message } })
    } else {
      expect(refreshed).toMatchObject({ status: 400, body: { code: 'FAILED_TO_REFRESH_ACCESS_TOKEN' } })
    }
  })
})
