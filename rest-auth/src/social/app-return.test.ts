import { describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { createNpmClient, npmClientVersions } from '../testing/npm-client.ts'
import { comeBack, consent, startSocialTestApp, visitProvider } from '../testing/social.ts'

const trusted = { TRUSTED_ORIGINS: 'myapp://,https://*.trusted.example', RATE_LIMIT_ENABLED: 'false' }
const test = await startSocialTestApp(trusted)
const withoutCookie = await startSocialTestApp({ ...trusted, SOCIAL_STATE_COOKIE: 'false' })
const baseURL = (await test.app.listen({ port: 0 })) + test.ctx.config.AUTH_BASE_PATH

const errorPage = 'http://localhost:3000/api/auth/error'
let people = 0
const someone = () => ({ email: `app-user${(people += 1)}@example.com` })
const sessionOf = async (browser: Browser) => Object((await browser.get('/get-session')).body)

/** The app starts, the person consents in the system's browser. Returns the URL that opens the app. */
async function signInBySystemBrowser(app: Browser, body: object = {}, { browser = test.browser(), t = test } = {}) {
  const person = someone()
  const started = await app.post('/sign-in/social', {
    provider: 'google',
    callbackURL: 'myapp://profile?tab=1',
    ...body,
  })
  const { location = '', setCookies } = await comeBack(browser, await consent(started.at('url'), person))
  const url = URL.canParse(location) ? new URL(location) : null
  return { ...person, location, setCookies, browser, token: url?.searchParams.get('token') ?? '', t }
}
const redeem = (app: Browser, token: string) => app.post('/one-time-token/verify', { token })

describe('a return to an app', () => {
  it('carries a one-time token, which signs the app in, and not the browser', async () => {
    const app = test.browser()
    const back = await signInBySystemBrowser(app)
    expect(back.location).toMatch(
      /^myapp:\/\/profile\?tab=1&token=[\w-]{32}&cookie=better-auth\.one_time_token%3D[\w-]{32}/,
    )
    expect(back.setCookies).toEqual([])
    expect(await sessionOf(back.browser)).toEqual({})
    expect(await redeem(app, back.token)).toMatchObject({ status: 200, body: { user: { email: back.email } } })
    expect(await sessionOf(app)).toMatchObject({ user: { email: back.email } })
    expect((await redeem(app, back.token)).outcome).toEqual([400, { code: 'INVALID_TOKEN', message: 'Invalid token' }])
  })

  it.each([
    ['without anything of the app', async () => test.browser()],
    [
      'that started a sign-in of its own',
      async () => {
        const thief = test.browser()
        await thief.post('/sign-in/social', { provider: 'google', callbackURL: 'myapp://profile' })
        return thief
      },
    ],
  ])('is worthless in another app of the same scheme %s', async (_, open) => {
    for (const by of ['verify', 'get-session']) {
      const back = await signInBySystemBrowser(test.browser())
      const thief = await open()
      if (by === 'verify') expect((await redeem(thief, back.token)).at('code')).toBe('INVALID_TOKEN')
      else thief.jar.set('better-auth.one_time_token', back.token)
      expect(await sessionOf(thief)).toEqual({})
    }
  })

  it('does not sign the victim’s app in as the attacker, or the attacker as the victim', async () => {
    const [attacker, victimsApp] = [test.browser(), test.browser()]
    await victimsApp.post('/sign-in/social', { provider: 'google', callbackURL: 'myapp://profile' })
    const back = await signInBySystemBrowser(attacker) // the victim opens the attacker's link
    expect((await redeem(victimsApp, back.token)).at('code')).toBe('INVALID_TOKEN')
    expect(await sessionOf(attacker)).toEqual({})
  })

  it('works without SOCIAL_STATE_COOKIE, and is bound to the app all the same', async () => {
    const [app, browser] = [withoutCookie.browser(), withoutCookie.browser()]
    const back = await signInBySystemBrowser(app, {}, { browser })
    expect((await redeem(withoutCookie.browser(), back.token)).status).toBe(400)
    const again = await signInBySystemBrowser(app, {}, { browser })
    expect((await redeem(app, again.token)).status).toBe(200)
  })

  it('keeps working in an app that is a web view, whose own cookies come back', async () => {
    const view = test.browser()
    const back = await signInBySystemBrowser(view, {}, { browser: view })
    expect(back.location).toBe('myapp://profile?tab=1')
    expect(await sessionOf(view)).toMatchObject({ user: { email: back.email } })
  })

  it('of a new user leads to newUserCallbackURL, if it opens the app', async () => {
    const toApp = await signInBySystemBrowser(test.browser(), { newUserCallbackURL: 'myapp://hello' })
    expect(toApp.location).toMatch(/^myapp:\/\/hello\?token=/)
    const toSite = await signInBySystemBrowser(test.browser(), {
      newUserCallbackURL: 'https://a.trusted.example/hello',
    })
    expect(toSite.location).toMatch(/^myapp:\/\/profile\?tab=1&token=/)
  })

  it('brings errors, also where no errorCallbackURL is given', async () => {
    const body = { provider: 'github', callbackURL: 'myapp://profile' }
    const app = test.browser()
    const started = await app.post('/sign-in/social', body)
    const refused = await comeBack(test.browser(), await consent(started.at('url'), { decision: 'refuse' }))
    expect(refused.location).toMatch(/^myapp:\/\/profile\?error=access_denied&/)
    const nameless = await app.post('/sign-in/social', body)
    const { location } = await comeBack(test.browser(), await consent(nameless.at('url'), { name: 'No Email' }))
    expect(location).toBe('myapp://profile?error=email_not_found')
    const own = await app.post('/sign-in/social', { ...body, errorCallbackURL: 'myapp://oops' })
    const failed = await comeBack(test.browser(), await consent(own.at('url'), { name: 'No Email' }))
    expect(failed.location).toBe('myapp://oops?error=email_not_found')
  })

  it.each(['other://profile', 'javascript://profile', 'javascript:alert(1)'])(
    'is refused to %s',
    async (callbackURL) => {
      const response = await test.browser().post('/sign-in/social', { provider: 'google', callbackURL })
      expect(response).toMatchObject({ status: 403, body: { code: 'INVALID_CALLBACKURL' } })
    },
  )

  it.each(['/welcome', 'https://a.trusted.example/welcome'])(
    'is none to %s, which another browser cannot finish',
    async (callbackURL) => {
      const body = { callbackURL, errorCallbackURL: '/failed' }
      const back = await signInBySystemBrowser(test.browser(), body)
      expect(back).toMatchObject({ location: `${errorPage}?error=state_mismatch`, setCookies: [] })
    },
  )

  it('never links an account, which would be that of whoever consents', async () => {
    const user = await test.signUp({ email: 'linker@example.com', emailVerified: true })
    const started = await user.post('/link-social', { provider: 'google', callbackURL: 'myapp://account' })
    const back = await consent(started.at('url'), { email: 'linker@example.com' })
    expect((await comeBack(test.browser(), back)).location).toBe(`${errorPage}?error=state_mismatch`)
    expect((await user.get('/list-accounts')).body).toHaveLength(1)
  })

  it('is not redeemed twice at once', async () => {
    const app = test.browser()
    const { token } = await signInBySystemBrowser(app)
    const statuses = (await Promise.all([redeem(app, token), redeem(app, token)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400])
  })

  it('may have no slashes', async () => {
    const app = test.browser()
    const { token } = await signInBySystemBrowser(app, { callbackURL: 'myapp:profile' })
    expect((await redeem(app, token)).status).toBe(200)
  })

  it('expires after three minutes', async () => {
    const app = test.browser()
    const { token } = await signInBySystemBrowser(app)
    test.clock.advance(181)
    expect((await redeem(app, token)).at('code')).toBe('TOKEN_EXPIRED')
  })
})

describe('the first call with the cookie of a return', () => {
  const open = async (app: Browser) => {
    const back = await signInBySystemBrowser(app)
    app.jar.set('better-auth.one_time_token', back.token)
    return back
  }

  it('signs the app in and forgets the cookie', async () => {
    const app = test.browser()
    const back = await open(app)
    expect(await sessionOf(app)).toMatchObject({ user: { email: back.email } })
    expect(app.jar.has('better-auth.one_time_token')).toBe(false)
    expect(await sessionOf(app)).toMatchObject({ user: { email: back.email } })
  })

  it('may be any call, and signs in with it', async () => {
    const app = test.browser()
    await open(app)
    expect((await app.get('/list-accounts')).body).toMatchObject([{ providerId: 'google' }])
    expect((await app.post('/update-user', { name: 'Ada' })).status).toBe(200)
  })

  it('replaces the session of another user, and keeps it if the token is worthless', async () => {
    const app = await test.signUp(someone())
    const back = await open(app)
    expect(await sessionOf(app)).toMatchObject({ user: { email: back.email } })
    app.jar.set('better-auth.one_time_token', 'A'.repeat(32))
    expect(await sessionOf(app)).toMatchObject({ user: { email: back.email } })
    expect(app.jar.has('better-auth.one_time_token')).toBe(false)
  })
})

describe.each([...npmClientVersions, '1.7.25'] as const)('the client of better-auth %s in an app', (version) => {
  it('signs in through the system browser', async () => {
    const client = await createNpmClient(version, baseURL)
    const { data } = await client.call('signIn.social', {
      provider: 'google',
      callbackURL: 'myapp://profile',
      disableRedirect: true,
    })
    const person = someone()
    const { location = '' } = await comeBack(test.browser(), await consent(Object(data).url, person))
    const token = new URL(location).searchParams.get('token')
    expect(await client.call('oneTimeToken.verify', { token })).toMatchObject({ data: { user: person }, error: null })
    expect(await client.call('getSession')).toMatchObject({ data: { user: person } })
  })

  it('signs in with an id_token and the name beside it', async () => {
    const { signIdToken } = await import('demo-providers/keys.ts')
    const client = await createNpmClient(version, baseURL)
    const now = Math.floor(test.clock.now().getTime() / 1000)
    const person = someone()
    const token = await signIdToken({
      iss: 'https://appleid.apple.com',
      aud: 'client-of-apple',
      sub: person.email,
      iat: now,
      exp: now + 600,
      ...person,
      email_verified: 'true',
    })
    const user = { name: { firstName: 'Ida', lastName: 'Rhodes' } }
    const body = { provider: 'apple', idToken: { token, user } }
    expect(await client.call('signIn.social', body)).toMatchObject({ data: { user: { name: 'Ida Rhodes' } } })
    test.clock.advance(61)
    expect(await client.call('signIn.social', body)).toMatchObject({
      error: { status: 401, code: 'ID_TOKEN_ALREADY_USED' },
    })
  })
})

describe('several sign-ins in one browser behind https', async () => {
  const secure = await startSocialTestApp({ AUTH_URL: 'https://localhost:3000' })
  const name = '__Secure-better-auth.state'

  /** Starts at each of them, in this order. Returns the last state cookie, and the returns. */
  async function start(browser: Browser, providers: readonly string[]) {
    let line = ''
    const backs = []
    for (const provider of providers) {
      const body = { provider, callbackURL: `/${provider}` }
      const started = await browser.post('/sign-in/social', body, { headers: { origin: 'https://localhost:3000' } })
      line = started.setCookies.find((one) => one.startsWith(name)) ?? line
      backs.push(await consent(started.at('url'), someone()))
    }
    return { line, backs }
  }

  it.each([
    [['apple', 'google']],
    [['google', 'apple']],
    [['apple', 'google', 'github']],
    [['google', 'apple', 'github', 'apple']],
  ])('all finish, in any order, if the form post of Apple is among them: %j', async (providers) => {
    const browser = secure.browser()
    const { line, backs } = await start(browser, providers)
    expect(line).toMatch(/; Secure; SameSite=None$/) // otherwise the form post would not carry it
    for (const [index, back] of backs.entries()) {
      expect((await comeBack(browser, back)).location).toBe(`/${providers[index]}`)
    }
  })

  it('leave the cookie Lax where nothing can be posted', async () => {
    expect((await start(secure.browser(), ['google'])).line).toMatch(/; SameSite=Lax$/)
  })
})

describe("the page that better-auth's client for Expo opens", () => {
  const open = (authorizationURL: string) =>
    test.browser().get('/expo-authorization-proxy', { query: { authorizationURL } })

  it('leads to the provider', async () => {
    const url = (await test.browser().post('/sign-in/social', { provider: 'github', callbackURL: 'myapp://' })).at(
      'url',
    )
    expect(await open(url)).toMatchObject({ status: 302, location: url, setCookies: [] })
  })

  it.each([
    'https://evil.example/?state=x',
    'https://github.com.evil.example/login/oauth/authorize?x',
    'javascript:alert(1)',
    '/x',
    '',
  ])('leads nowhere else: %s', async (url) =>
    expect(await open(url)).toMatchObject({ status: 403, body: { code: 'INVALID_REDIRECTURL' } }),
  )
})

it('visits a provider in a browser as ever', async () => {
  const browser = test.browser()
  expect(await visitProvider(browser, 'google', someone())).toMatchObject({ location: '/welcome' })
})
