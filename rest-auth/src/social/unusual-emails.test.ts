import { publicKeys, signIdToken } from 'demo-providers/keys.ts'
import { describe, expect, it } from 'vitest'
import { providerIds, type ProviderId } from '../provider-config.ts'
import { knownNonce, useKnownNonce } from '../testing/social.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { startTestApp } from '../testing/start-test-app.ts'

// Emails that the demo providers never send: missing, empty, unusual, spelled differently.
const { origin, responses, json } = await startStubServer()
const test = await startTestApp({ SOCIAL_DEMO_ORIGIN: origin, RATE_LIMIT_ENABLED: 'false' })

const tid = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const microsoft = 'login.microsoftonline.com/common'
const tokenPaths: Record<ProviderId, string> = {
  apple: 'appleid.apple.com/auth/token',
  discord: 'discord.com/api/oauth2/token',
  facebook: 'graph.facebook.com/oauth/access_token',
  github: 'github.com/login/oauth/access_token',
  microsoft: `${microsoft}/oauth2/v2.0/token`,
  google: 'oauth2.googleapis.com/token',
  spotify: 'accounts.spotify.com/api/token',
  twitch: 'id.twitch.tv/oauth2/token',
  twitter: 'api.x.com/2/oauth2/token',
  dropbox: 'api.dropboxapi.com/oauth2/token',
  kick: 'id.kick.com/oauth/token',
  linkedin: 'www.linkedin.com/oauth/v2/accessToken',
  gitlab: 'gitlab.com/oauth/token',
  tiktok: 'open.tiktokapis.com/v2/oauth/token/',
  reddit: 'www.reddit.com/api/v1/access_token',
  roblox: 'apis.roblox.com/oauth/v1/token',
  vk: 'id.vk.com/oauth2/auth',
  zoom: 'zoom.us/oauth/token',
}
const keyPaths = ['appleid.apple.com/auth/keys', 'www.googleapis.com/oauth2/v3/certs', 'id.twitch.tv/oauth2/keys']
for (const path of [...keyPaths, `${microsoft}/discovery/v2.0/keys`]) responses.set(path, json(await publicKeys()))

interface Mailbox {
  email?: unknown
  xms_edov?: unknown
}

/** The path and the response of the profile. `mailbox` is `{}` if the provider names no email. */
const profiles: Record<ProviderId, (id: string, mailbox: Mailbox) => [string, unknown] | object> = {
  apple: (sub, mailbox) => ({ iss: 'https://appleid.apple.com', sub, ...mailbox, email_verified: 'true' }),
  discord: (id, mailbox) => ['discord.com/api/users/@me', { id, username: 'Dot', verified: true, ...mailbox }],
  facebook: (id, mailbox) => ['graph.facebook.com/me', { id, name: 'Dot', ...mailbox }],
  github: (id, mailbox) => ['api.github.com/user', { id, login: 'Dot', ...mailbox }], // the list of emails: 404
  microsoft: (sub, mailbox) => ({
    iss: `https://login.microsoftonline.com/${tid}/v2.0`,
    tid,
    sub,
    name: 'Dot',
    preferred_username: 'dot@contoso.onmicrosoft.com',
    ...mailbox,
  }),
  google: (sub, mailbox) => ({ iss: 'https://accounts.google.com', sub, email_verified: true, ...mailbox }),
  spotify: (id, mailbox) => ['api.spotify.com/v1/me', { id, display_name: 'Dot', ...mailbox }],
  twitch: (sub, mailbox) => ({ iss: 'https://id.twitch.tv/oauth2', sub, email_verified: true, ...mailbox }),
  twitter: (id, { email }) => ['api.x.com/2/users/me', { data: { id, name: 'Dot', confirmed_email: email } }],
  dropbox: (account_id, mailbox) => [
    'api.dropboxapi.com/2/users/get_current_account',
    { account_id, name: { display_name: 'Dot' }, email_verified: true, ...mailbox },
  ],
  kick: (user_id, mailbox) => ['api.kick.com/public/v1/users', { data: [{ user_id, name: 'Dot', ...mailbox }] }],
  linkedin: (sub, mailbox) => ['api.linkedin.com/v2/userinfo', { sub, name: 'Dot', email_verified: true, ...mailbox }],
  gitlab: (id, mailbox) => ['gitlab.com/api/v4/user', { id, state: 'active', username: 'Dot', ...mailbox }],
  tiktok: (open_id) => ['open.tiktokapis.com/v2/user/info/', { data: { user: { open_id, username: 'Dot' } } }],
  reddit: (id) => ['oauth.reddit.com/api/v1/me', { id, name: 'Dot' }],
  roblox: (sub) => ['apis.roblox.com/oauth/v1/userinfo', { sub, nickname: 'Dot' }],
  vk: (user_id, mailbox) => ['id.vk.com/oauth2/user_info', { user: { user_id, first_name: 'Dot', ...mailbox } }],
  zoom: (id, mailbox) => ['api.zoom.us/v2/users/me', { id, display_name: 'Dot', verified: 1, ...mailbox }],
}

async function respondAs(provider: ProviderId, id: string, mailbox: Mailbox): Promise<void> {
  const profile = profiles[provider](id, mailbox)
  const now = Math.floor(test.clock.now().getTime() / 1000)
  const usual = { aud: `demo-${provider}`, nonce: knownNonce, iat: now, exp: now + 3600 }
  const id_token = Array.isArray(profile) ? undefined : await signIdToken({ ...usual, ...profile })
  responses.set(tokenPaths[provider], json({ access_token: 'a', ...(id_token && { id_token }) }))
  if (Array.isArray(profile)) responses.set(profile[0], json(profile[1]))
}

let people = 0

/** Signs a new person in. Returns the user, or the redirect if there is none. */
async function arrive(provider: ProviderId, mailbox: Mailbox, body: object = { allowMissingEmail: true }) {
  const id = `80351110${String((people += 1)).padStart(10, '0')}` // like Discord's
  await respondAs(provider, id, mailbox)
  const browser = test.browser()
  const callbacks = { callbackURL: '/welcome', errorCallbackURL: '/failed' }
  const started = await browser.post('/sign-in/social', { provider, ...callbacks, ...body })
  const state = await useKnownNonce(test, started.at('url'))
  const { location } = await browser.get(`/callback/${provider}`, { query: { code: 'c', state } })
  const user = Object((await browser.get('/get-session')).body).user
  return user ? { email: user.email, emailVerified: user.emailVerified, id } : { location }
}

const namesNoEmail: readonly ProviderId[] = ['tiktok', 'reddit', 'roblox']
const absent = [{}, { email: null }, { email: '' }]
const invalid = [{ email: '+49 170 1234567' }, { email: 'jürgen@example.com' }, { email: '7@reddit.noreply.invalid' }]

describe.each(providerIds)('an email of %s', (provider) => {
  const placeholder = {
    email: expect.stringMatching(new RegExp(`^[a-z0-9-]+@${provider}\\.noreply\\.invalid$`)),
    emailVerified: false,
  }

  it.each([...absent, invalid[0] ?? {}])('is no dead end as %o where the app asks for one', async (mailbox) => {
    expect(await arrive(provider, mailbox)).toMatchObject(placeholder)
  })

  it.each([
    [absent[0] ?? {}, 'email_not_found'],
    [invalid[0] ?? {}, 'email_invalid'],
  ])('has, as %o, its own error for other clients: %s', async (mailbox, error) => {
    const isOptional = namesNoEmail.includes(provider) || provider === 'twitter'
    const expected = isOptional ? placeholder : { location: `/failed?error=${error}` }
    expect(await arrive(provider, mailbox, {})).toMatchObject(expected)
  })

  it.skipIf(namesNoEmail.includes(provider)).each([
    [`R&D.${provider}@Example.COM`, `r&d.${provider}@example.com`],
    [`ann.${provider}@müller.example`, `ann.${provider}@xn--mller-kva.example`],
  ])('is accepted as %s', async (email, stored) => {
    expect(await arrive(provider, { email }, {})).toMatchObject({ email: stored })
  })
})

it.each([...absent, { email: ' \n' }, ...invalid])('keeps %o of Google out of the accounts', async (mailbox) => {
  expect(await arrive('google', mailbox, {})).toMatchObject({ location: expect.stringMatching('error=email_') })
})

it('gives the same person the same account again, with or without a real email by then', async () => {
  const first = await arrive('discord', { email: null })
  people -= 1
  expect(await arrive('discord', { email: null })).toEqual(first)
  people -= 1
  expect(await arrive('discord', { email: 'found@example.com' }, {})).toEqual(first)
})

describe('a claim of Microsoft', () => {
  it.each<[object, boolean]>([
    [{ xms_edov: true }, true],
    [{ xms_edov: 1 }, true],
    [{ xms_edov: '1' }, true],
    [{ xms_edov: 'true' }, true],
    [{ verified_primary_email: ['MAX@contoso.COM'] }, true],
    [{ verified_secondary_email: ['other@contoso.com', 'max@contoso.com'] }, true],
    [{ email_verified: true }, true],
    [{ xms_edov: false }, false],
    [{ xms_edov: 0 }, false],
    [{ xms_edov: '0' }, false],
    [{ xms_edov: 'false' }, false],
    [{ xms_edov: ['1', '1'] }, false],
    [{ verified_primary_email: ['other@contoso.com'] }, false],
    [{}, false],
  ])('%o verifies: %s', async (claims, emailVerified) => {
    expect(await arrive('microsoft', { email: 'Max@Contoso.com', ...claims })).toMatchObject({
      email: 'max@contoso.com',
      emailVerified,
    })
    await test.ctx.db.write`delete from "user" where "email" = 'max@contoso.com'`
  })

  it('verifies nothing without an email', async () => {
    expect(await arrive('microsoft', { xms_edov: true })).toMatchObject({ emailVerified: false })
  })
})

it('minds no letter case between the profile of GitHub and its list of emails', async () => {
  responses.set('api.github.com/user/emails', json([{ email: 'Gil@example.com', primary: true, verified: true }]))
  expect(await arrive('github', { email: 'gil@Example.com' })).toMatchObject({ emailVerified: true })
})
