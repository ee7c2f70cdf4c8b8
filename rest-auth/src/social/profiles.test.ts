import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProviderId } from '../provider-config.ts'
import { startAnsweringServer } from '../testing/answering-server.ts'
import { jpeg, pictureAddress } from '../testing/pictures.ts'
import { knownNonce, useKnownNonce } from '../testing/social.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { orNull, ProviderError } from './provider.ts'

// What profiles look like that the demo providers never send.
const { origin, answers, json } = await startAnsweringServer()
const test = await startTestApp({ SOCIAL_DEMO_ORIGIN: origin, RATE_LIMIT_ENABLED: 'false' })
beforeEach(() => answers.clear())

let people = 0
const newAddress = () => `person${(people += 1)}@example.com`

/** Signs in at the provider; answers the user that the product made of the profile, or where the browser was sent. */
async function arrive(provider: ProviderId): Promise<unknown> {
  const browser = test.browser()
  const started = await browser.post('/sign-in/social', { provider, callbackURL: '/welcome' })
  const state = await useKnownNonce(test, started.at('url'))
  const answer = await browser.get(`/callback/${provider}`, { query: { code: 'some-code', state } })
  if (answer.location !== '/welcome') return answer.location
  return Reflect.get(Object((await browser.get('/get-session')).body), 'user')
}

describe('GitHub', () => {
  beforeEach(() => void answers.set('github.com/login/oauth/access_token', json({ access_token: 'a' })))
  const profile = (email: string | null) => ({
    id: 100 + people,
    login: 'octocat',
    name: null,
    email,
    avatar_url: null,
  })
  const listed = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified })

  it('takes the public address, and whether it is verified from the list', async () => {
    const [shown, primary] = [newAddress(), newAddress()]
    answers.set('api.github.com/user', json(profile(shown)))
    answers.set('api.github.com/user/emails', json([listed(primary, true, true), listed(shown, false, false)]))
    expect(await arrive('github')).toMatchObject({ name: 'octocat', email: shown, emailVerified: false })
  })

  it('else the primary one, else the first', async () => {
    const [first, primary] = [newAddress(), newAddress()]
    answers.set('api.github.com/user', json(profile(null)))
    answers.set('api.github.com/user/emails', json([listed(first, false, false), listed(primary, true, true)]))
    expect(await arrive('github')).toMatchObject({ email: primary, emailVerified: true })
    people += 1
    answers.set('api.github.com/user', json(profile(null)))
    answers.set('api.github.com/user/emails', json([listed(first, false, false)]))
    expect(await arrive('github')).toMatchObject({ email: first, emailVerified: false })
  })

  it('does without the list where that permission is missing', async () => {
    const shown = newAddress()
    answers.set('api.github.com/user', json(profile(shown)))
    expect(await arrive('github')).toMatchObject({ email: shown, emailVerified: false })
  })
})

describe('Discord', () => {
  it.each([
    [{ avatar: 'a_moving' }, 'https://cdn.discordapp.com/avatars/80351110224678912/a_moving.gif'],
    [{ avatar: 'still' }, 'https://cdn.discordapp.com/avatars/80351110224678912/still.png'],
    [{ avatar: '../evil' }, 'https://cdn.discordapp.com/embed/avatars/5.png'],
    [{ avatar: null, discriminator: '0' }, 'https://cdn.discordapp.com/embed/avatars/5.png'],
    [{ avatar: null, discriminator: '1337' }, 'https://cdn.discordapp.com/embed/avatars/2.png'],
  ])('%o has the picture %s', async (fields, image) => {
    await test.ctx.sql`delete from "user"`
    answers.set('discord.com/api/oauth2/token', json({ access_token: 'a' }))
    const person = {
      id: '80351110224678912',
      username: 'nelly',
      global_name: null,
      email: newAddress(),
      verified: true,
    }
    answers.set('discord.com/api/users/@me', json({ ...person, ...fields }))
    expect(await arrive('discord')).toMatchObject({ name: 'nelly', image })
  })
})

describe('X', () => {
  it('does without the address where that permission is missing', async () => {
    answers.set('api.x.com/2/oauth2/token', json({ access_token: 'a' }))
    answers.set('api.x.com/2/users/me', (request, response) => {
      if (request.url?.includes('confirmed_email')) response.writeHead(403).end()
      else json({ data: { id: '2244994945', name: '', username: 'XDev' } })(request, response)
    })
    expect(await arrive('twitter')).toMatchObject({
      name: 'XDev',
      email: '2244994945@twitter.noreply.invalid',
      emailVerified: false,
    })
  })
})

describe('Microsoft', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const tid = '72f988bf-86f1-41af-91ab-2d7cd011db47'
  const photo = 'graph.microsoft.com/v1.0/me/photos/48x48/$value'

  async function answerAs(claims: Record<string, unknown>): Promise<void> {
    const now = Math.floor(test.clock.now().getTime() / 1000)
    const usual = {
      iss: `https://login.microsoftonline.com/${tid}/v2.0`,
      tid,
      aud: 'demo-microsoft',
      sub: `subject-${people}`,
      name: 'Megan',
      nonce: knownNonce,
      iat: now,
      exp: now + 3600,
    }
    const token = await new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(privateKey)
    answers.set('login.microsoftonline.com/common/oauth2/v2.0/token', json({ access_token: 'a', id_token: token }))
    // As Microsoft does: keys without `alg`.
    answers.set(
      'login.microsoftonline.com/common/discovery/v2.0/keys',
      json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', use: 'sig' }] }),
    )
  }

  it.each([
    ['nothing', {}, false],
    ['its primary addresses', { verified_primary_email: ['megan@contoso.com'] }, true],
    ['its secondary addresses', { verified_secondary_email: ['other@contoso.com', 'megan@contoso.com'] }, true],
    ['other addresses', { verified_primary_email: ['other@contoso.com'] }, false],
    ['an odd claim', { verified_primary_email: 'megan@contoso.com' }, false],
  ])('verifies an address by %s: %o', async (_, claims, emailVerified) => {
    await test.ctx.sql`delete from "user"`
    await answerAs({ email: 'megan@contoso.com', ...claims })
    expect(await arrive('microsoft')).toMatchObject({ name: 'Megan', email: 'megan@contoso.com', emailVerified })
  })

  it.each([
    ['small', 'image/jpeg', Buffer.concat([jpeg], 900), true],
    ['large', 'image/jpeg', Buffer.concat([jpeg], 9000), false],
    ['of another kind', 'text/html', Buffer.concat([jpeg], 900), false],
    ['no JPEG', 'image/jpeg', Buffer.alloc(900), false],
  ])('shows a photo that is %s (%s), as a picture of ours', async (_, type, content, isShown) => {
    const email = newAddress()
    await answerAs({ email })
    answers.set(photo, (__, response) => void response.writeHead(200, { 'content-type': type }).end(content))
    const image = isShown ? pictureAddress(test.ctx.config.baseUrl, content) : null
    expect(await arrive('microsoft')).toMatchObject({ email, image })
  })
})

it('what is nice to have is done without where the provider fails, and only there', async () => {
  expect(await orNull(Promise.resolve('a'))).toBe('a')
  expect(await orNull(Promise.reject(new ProviderError('refused')))).toBeNull()
  await expect(orNull(Promise.reject(new TypeError('a slip of ours')))).rejects.toThrow('a slip of ours')
})
