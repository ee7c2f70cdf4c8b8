import { describe, expect, it } from 'vitest'
import { comeBack, consent, startSocialTestApp } from '../testing/social.ts'

const test = await startSocialTestApp({ TRUSTED_ORIGINS: 'https://app.example.com' })
const signIn = (body: Record<string, unknown>, call = {}) => test.browser().post('/sign-in/social', body, call)

describe('/sign-in/social', () => {
  it.each([
    [{ provider: 1 }],
    [{}],
    [{ provider: 'github', scopes: 'repo' }],
    [{ provider: 'github', disableRedirect: 'yes' }],
    [{ provider: 'github', idToken: { nonce: 'x' } }],
  ])('rejects %o', async (body) => {
    expect(await signIn(body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' },
    })
  })

  it('does not find an unknown provider, as in every line of better-auth', async () => {
    const notFound = { status: 404, body: { code: 'PROVIDER_NOT_FOUND' } }
    for (const provider of ['myspace', 'constructor', '']) expect(await signIn({ provider })).toMatchObject(notFound)
    const ann = await test.signUp({ emailVerified: true })
    expect(await ann.post('/link-social', { provider: 'myspace' })).toMatchObject(notFound)
  })

  it.each([
    ['callbackURL', 'INVALID_CALLBACKURL'],
    ['newUserCallbackURL', 'INVALID_NEWUSERCALLBACKURL'],
    ['errorCallbackURL', 'INVALID_ERRORCALLBACKURL'],
  ])('redirects nobody to a foreign %s', async (field, code) => {
    for (const target of ['https://evil.example/', '//evil.example', String.raw`/\evil.example`]) {
      expect(await signIn({ provider: 'github', [field]: target })).toMatchObject({ status: 403, body: { code } })
    }
    expect((await signIn({ provider: 'github', [field]: 'https://app.example.com/x' })).status).toBe(200)
  })

  it('leaves the redirect to the client on request, and returns to the product by default', async () => {
    const browser = test.browser()
    const started = await browser.post('/sign-in/social', { provider: 'github', disableRedirect: true })
    expect(started.body).toEqual({ url: expect.any(String), redirect: false })
    const ann = await test.signUp({ emailVerified: true })
    const link = (disableRedirect?: boolean) => ann.post('/link-social', { provider: 'github', disableRedirect })
    expect((await link(true)).body).toEqual({ url: expect.any(String), redirect: false })
    expect((await link()).body).toEqual({ url: expect.any(String), redirect: true })
    const response = await comeBack(browser, await consent(started.at('url'), { email: 'default@example.com' }))
    expect(response.location).toBe('http://localhost:3000')
  })

  it.each([
    ['github', 'read:user user:email repo'],
    ['tiktok', 'user.info.profile,user:email,repo'],
    ['zoom', null],
  ])('requests additional scopes of %s, each once', async (provider, scope) => {
    const started = await signIn({ provider, scopes: ['user:email', 'repo', 'repo'] })
    expect(new URL(started.at('url')).searchParams.get('scope')).toBe(scope)
  })

  it("requests VK's page in the language of the reader", async () => {
    const languageOf = async (cookie: string) => {
      const started = await signIn({ provider: 'vk' }, { headers: { cookie } })
      return new URL(started.at('url')).searchParams.get('lang_id')
    }
    expect(await Promise.all(['lang=uk', 'lang=tr', 'lang=xx', 'a=b'].map(languageOf))).toEqual(['1', '82', null, null])
  })

  it('accepts a form as well as JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await signIn({}, { headers, payload: 'provider=github' })).status).toBe(200)
  })
})

it('creates a remembered session, whatever was chosen before', async () => {
  const browser = test.browser()
  const { email } = await test.signUp()
  await browser.post('/sign-in/email', { email, password: 'correct horse battery', rememberMe: false })
  const started = await browser.post('/sign-in/social', { provider: 'github', callbackURL: '/welcome' })
  const response = await comeBack(browser, await consent(started.at('url'), { email: 'remembered@example.com' }))
  const cookie = response.setCookies.find((line) => line.startsWith('better-auth.session_token='))
  expect(cookie).toContain('Max-Age=604800')
  expect(browser.jar.has('better-auth.dont_remember')).toBe(false)
})
