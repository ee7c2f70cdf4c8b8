import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProviderId } from '../provider-config.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { jpeg, pictureAddress } from '../testing/pictures.ts'
import { knownNonce, useKnownNonce } from '../testing/social.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { orNull, ProviderError } from './provider.ts'

// Profiles that the demo providers never send.
const { origin, responses, json } = await startStubServer()
const test = await startTestApp({ SOCIAL_DEMO_ORIGIN: origin, RATE_LIMIT_ENABLED: 'false' })
beforeEach(() => responses.clear())

let people = 0
const newAddress = () => `person${(people += 1)}@example.com`

/** Signs in at the provider. Returns the created user, or the redirect. */
async function arrive(provider: ProviderId): Promise<unknown> {
  const browser = test.browser()
  const started = await browser.post('/sign-in/social', { provider, callbackURL: '/welcome' })
  const state = await useKnownNonce(test, started.at('url'))
  const result = await browser.get(`/callback/${provider}`, { query: { code: 'some-code', state } })
  if (result.location !== '/welcome') return result.location
  return Reflect.get(Object((await browser.get('/get-session')).body), 'user')
}

describe('X', () => {
  it('works without the permission for the email', async () => {
    responses.set('api.x.com/2/oauth2/token', json({ access_token: 'a' }))
    responses.set('api.x.com/2/users/me', (request, response) => {
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

  async function respondAs(email: string): Promise<void> {
    const now = Math.floor(test.clock.now().getTime() / 1000)
    const usual = {
      iss: `https://login.microsoftonline.com/${tid}/v2.0`,
      tid,
      aud: 'demo-microsoft',
      sub: `subject-${people}`,
      name: 'Megan',
      email,
      nonce: knownNonce,
      iat: now,
      exp: now + 3600,
    }
    const token = await new SignJWT(usual).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey)
    responses.set('login.microsoftonline.com/common/oauth2/v2.0/token', json({ access_token: 'a', id_token: token }))
    // Like Microsoft: keys without `alg`.
    responses.set(
      'login.microsoftonline.com/common/discovery/v2.0/keys',
      json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', use: 'sig' }] }),
    )
  }

  it.each([
    ['small', 'image/jpeg', Buffer.concat([jpeg], 900), true],
    ['large', 'image/jpeg', Buffer.concat([jpeg], 9000), false],
    ['of another kind', 'text/html', Buffer.concat([jpeg], 900), false],
    ['no JPEG', 'image/jpeg', Buffer.alloc(900), false],
  ])('shows a photo that is %s (%s), as one of our pictures', async (_, type, content, isShown) => {
    const email = newAddress()
    await respondAs(email)
    responses.set(photo, (__, response) => void response.writeHead(200, { 'content-type': type }).end(content))
    const image = isShown ? await pictureAddress(test.ctx.config.baseUrl, content) : null
    expect(await arrive('microsoft')).toMatchObject({ email, image })
  })
})

it('ignores failures of optional requests only', async () => {
  expect(await orNull(Promise.resolve('a'))).toBe('a')
  expect(await orNull(Promise.reject(new ProviderError('refused')))).toBeNull()
  await expect(orNull(Promise.reject(new TypeError('a slip of ours')))).rejects.toThrow('a slip of ours')
})
