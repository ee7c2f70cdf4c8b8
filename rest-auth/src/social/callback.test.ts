import { sql } from 'database/sql.ts'
import { describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { comeBack, consent, startSocialTestApp, visitProvider, type Return } from '../testing/social.ts'

const test = await startSocialTestApp()
const errorPage = 'http://localhost:3000/api/auth/error'
let people = 0
const someone = () => ({ email: `person${(people += 1)}@example.com` })

/** Stops at the provider's response, before the callback. */
async function leave(browser: Browser, provider = 'gitlab', body: Record<string, unknown> = {}): Promise<Return> {
  const started = await browser.post('/sign-in/social', {
    provider,
    callbackURL: '/welcome',
    errorCallbackURL: '/failed',
    ...body,
  })
  return consent(started.at('url'), someone())
}

const redirectsTo = (location: string) => ({ status: 302, text: '', location })
const sessionOf = async (browser: Browser) => (await browser.get('/get-session')).body

describe('an invalid callback', () => {
  it.each([
    ['a field that is no text', '{"state":1}'],
    ['broken JSON', '{"state":'],
    ['a NUL character', String.raw`{"state":"a\u0000b"}`],
  ])('redirects: %s', async (_, payload) => {
    const response = await test.browser().post('/callback/github', undefined, { payload })
    expect(response).toMatchObject(redirectsTo(`${errorPage}?error=invalid_callback_request`))
  })

  it('redirects for a NUL character in the query as well', async () => {
    const response = await test.browser().get('/callback/github?code=a%00b&state=x')
    expect(response).toMatchObject(redirectsTo(`${errorPage}?error=invalid_callback_request`))
  })
})

describe('a refusal of the provider', () => {
  it('is passed on, encoded, with or without a description', async () => {
    const browser = test.browser()
    expect(await browser.get('/callback/github?error=server_error')).toMatchObject(
      redirectsTo(`${errorPage}?error=server_error`),
    )
    const nasty = encodeURIComponent('<b>"é"\r\nSet-Cookie: a=b&x=1')
    expect((await browser.get(`/callback/github?error=x&error_description=${nasty}`)).location).toBe(
      `${errorPage}?error=x&error_description=%3Cb%3E%22%C3%A9%22%0D%0ASet-Cookie%3A%20a%3Db%26x%3D1`,
    )
  })
})

describe('a person who declines at the provider', () => {
  const refuse = async (browser: Browser, provider = 'gitlab') => {
    const body = { provider, callbackURL: '/welcome', errorCallbackURL: '/sign-in?redirectTo=%2Facme' }
    const started = await browser.post('/sign-in/social', body)
    return { started, back: await consent(started.at('url'), { decision: 'refuse' }) }
  }
  const said = (error: string) => `error=${error}&error_description=The%20user%20refused%20%26%20left`

  it.each([
    ['gitlab', 'access_denied'],
    ['apple', 'user_cancelled_authorize'],
  ])('of %s returns to the page of the sign-in, and can still consent', async (provider, error) => {
    const browser = test.browser()
    const { started, back } = await refuse(browser, provider)
    expect(await comeBack(browser, back)).toMatchObject(redirectsTo(`/sign-in?redirectTo=%2Facme&${said(error)}`))
    expect(await sessionOf(browser)).toBeNull()
    expect(await comeBack(browser, await consent(started.at('url'), someone()))).toMatchObject(redirectsTo('/welcome'))
  })

  it('learns nothing about sign-ins of another browser or provider', async () => {
    const browser = test.browser()
    const { back } = await refuse(browser)
    expect(await comeBack(test.browser(), back)).toMatchObject(redirectsTo(`${errorPage}?${said('access_denied')}`))
    const other = await browser.get('/callback/github', {
      query: { error: 'access_denied', state: back.fields['state'] ?? '' },
    })
    expect(other).toMatchObject(redirectsTo(`${errorPage}?error=access_denied`))
  })
})

describe('the state', () => {
  it('is required', async () => {
    expect(await test.browser().get('/callback/github?code=x')).toMatchObject(
      redirectsTo(`${errorPage}?error=state_not_found`),
    )
  })

  it('must be ours', async () => {
    for (const state of ['x', 'A'.repeat(32), `reset-password:${'A'.repeat(17)}`]) {
      const response = await test.browser().get('/callback/github', { query: { code: 'x', state } })
      expect(response).toMatchObject(redirectsTo(`${errorPage}?error=please_restart_the_process`))
    }
  })

  it('works once, also for two concurrent calls', async () => {
    const browser = test.browser()
    const back = await leave(browser)
    const locations = (await Promise.all([comeBack(browser, back), comeBack(browser, back)])).map(
      (response) => response.location,
    )
    expect(locations.toSorted()).toEqual(['/welcome', `${errorPage}?error=please_restart_the_process`])
  })

  it('expires after ten minutes', async () => {
    const [early, late] = [test.browser(), test.browser()]
    const [earlyBack, lateBack] = [await leave(early), await leave(late)]
    test.clock.advance(599)
    expect(await comeBack(early, earlyBack)).toMatchObject(redirectsTo('/welcome'))
    test.clock.advance(1)
    expect(await comeBack(late, lateBack)).toMatchObject(redirectsTo(`${errorPage}?error=please_restart_the_process`))
  })

  it('belongs to the browser that started, and is consumed by another one', async () => {
    const [own, other] = [test.browser(), test.browser()]
    const back = await leave(own)
    await leave(other) // has a state cookie of its own
    expect(await comeBack(other, back)).toMatchObject(redirectsTo(`${errorPage}?error=state_mismatch`))
    expect(await sessionOf(other)).toBeNull()
    expect(await comeBack(own, back)).toMatchObject(redirectsTo(`${errorPage}?error=please_restart_the_process`))
    expect(await comeBack(test.browser(), await leave(own))).toMatchObject(
      redirectsTo(`${errorPage}?error=state_mismatch`),
    )
  })

  it('belongs to its provider', async () => {
    const browser = test.browser()
    const back = await leave(browser, 'github')
    expect(await comeBack(browser, { ...back, path: '/callback/gitlab' })).toMatchObject(
      redirectsTo('/failed?error=state_mismatch'),
    )
  })

  it('lets sign-ins in two tabs of one browser both succeed', async () => {
    const browser = test.browser()
    const [first, second] = [await leave(browser), await leave(browser, 'github')]
    expect(await comeBack(browser, first)).toMatchObject(redirectsTo('/welcome'))
    expect(await comeBack(browser, second)).toMatchObject(redirectsTo('/welcome'))
  })

  it('is bound by a cookie that scripts cannot read and other sites do not send', async () => {
    const { setCookies } = await test.browser().post('/sign-in/social', { provider: 'github' })
    expect(setCookies).toEqual([
      expect.stringMatching(/^better-auth\.state=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('is not bound by a forged cookie', async () => {
    const browser = test.browser()
    const back = await leave(browser)
    browser.jar.set('better-auth.state', `${browser.jar.get('better-auth.state')?.slice(0, -6)}AAAA%3D`)
    expect(await comeBack(browser, back)).toMatchObject(redirectsTo(`${errorPage}?error=state_mismatch`))
  })
})

describe('behind https', async () => {
  const secure = await startSocialTestApp({ AUTH_URL: 'https://localhost:3000' })

  const cookieFor = async (provider: string) =>
    (await secure.browser().post('/sign-in/social', { provider })).setCookies[0]

  it("allows the cookie in Apple's form post, and only there", async () => {
    expect(await cookieFor('apple')).toMatch(/^__Secure-better-auth\.state=.*; Secure; SameSite=None$/)
    expect(await cookieFor('google')).toMatch(/^__Secure-better-auth\.state=.*; Secure; SameSite=Lax$/)
  })

  it("keeps it allowed for Apple's page after a sign-in elsewhere has started", async () => {
    const browser = secure.browser()
    for (const provider of ['apple', 'google']) {
      const { setCookies } = await browser.post('/sign-in/social', { provider })
      expect(setCookies[0]).toMatch(/^__Secure-better-auth\.state=.*; Secure; SameSite=None$/)
    }
  })
})

describe('the issuer of the response', () => {
  const microsoft = 'https://login.microsoftonline.com/d3300000-0000-4000-8000-000000000001/v2.0'
  it.each([
    ['google', 'https://accounts.google.com', '/welcome'],
    ['google', 'https://accounts.google.com.evil.example', '/failed?error=state_mismatch'],
    ['google', '', '/failed?error=state_mismatch'],
    ['microsoft', microsoft, '/welcome'],
    ['microsoft', 'https://login.microsoftonline.com/evil/v2.0', '/failed?error=state_mismatch'],
    ['microsoft', 'https://accounts.google.com', '/failed?error=state_mismatch'],
    ['github', 'https://github.com/login/oauth', '/welcome'],
  ])('of %s: %s', async (provider, iss, location) => {
    const browser = test.browser()
    const back = await leave(browser, provider)
    const response = await comeBack(browser, { ...back, fields: { ...back.fields, iss } })
    expect(response.location).toBe(location)
  })
})

describe("redirects failures to the flow's error page", () => {
  it.each([
    ['no_code', { code: '' }, 'gitlab'],
    ['invalid_code', { code: 'made-up' }, 'gitlab'],
    // GitHub responds with 200 to a bad code.
    ['unable_to_get_user_info', { code: 'made-up' }, 'github'],
  ])('%s', async (error, fields, provider) => {
    const browser = test.browser()
    const back = await leave(browser, provider)
    const response = await comeBack(browser, { ...back, fields: { ...back.fields, ...fields } })
    expect(response).toMatchObject(redirectsTo(`/failed?error=${error}`))
    expect(await sessionOf(browser)).toBeNull()
  })

  it('oauth_provider_not_found', async () => {
    const browser = test.browser()
    const back = await leave(browser)
    expect(await comeBack(browser, { ...back, path: '/callback/myspace' })).toMatchObject(
      redirectsTo('/failed?error=oauth_provider_not_found'),
    )
  })

  it('rejects a code of another flow (PKCE)', async () => {
    const [victim, thief] = [test.browser(), test.browser()]
    const [stolen, own] = [await leave(victim), await leave(thief)]
    const response = await comeBack(thief, { ...own, fields: { ...own.fields, code: stolen.fields['code'] ?? '' } })
    expect(response).toMatchObject(redirectsTo('/failed?error=invalid_code'))
  })
})

describe('a database that fails', async () => {
  const broken = await startSocialTestApp()
  const { db } = broken.ctx

  /** Prevents new rows in the table during `run`. */
  async function without<T>(table: string, run: () => Promise<T>): Promise<T> {
    await db.write`alter table ${sql(table)} add constraint "broken" check (false) not valid`
    try {
      return await run()
    } finally {
      await db.write`alter table ${sql(table)} drop constraint "broken"`
    }
  }
  const signIn = (browser = broken.browser()) =>
    visitProvider(browser, 'gitlab', { email: 'unlucky@example.com' }, { errorCallbackURL: '/failed' })
  const noOne = async () =>
    expect(await db.read`select 1 from "user" where "email" = 'unlucky@example.com'`).toHaveLength(0)

  it.each([
    ['user', 'unable_to_create_user'],
    ['account', 'unable_to_create_user'],
    ['session', 'unable_to_create_session'],
  ])('for %s leads to %s, and creates nothing', async (table, error) => {
    expect(await without(table, () => signIn())).toMatchObject(redirectsTo(`/failed?error=${error}`))
    await noOne()
  })

  it('for the account of a known user leads to unable_to_link_account', async () => {
    await broken.signUp({ email: 'known@example.com', emailVerified: true })
    const response = await without('account', () =>
      visitProvider(broken.browser(), 'gitlab', { email: 'known@example.com' }, { errorCallbackURL: '/failed' }),
    )
    expect(response).toMatchObject(redirectsTo('/failed?error=unable_to_link_account'))
  })

  it('to respond leads to internal_server_error', async () => {
    const browser = broken.browser()
    const started = await browser.post('/sign-in/social', { provider: 'gitlab', errorCallbackURL: '/failed' })
    const back = await consent(started.at('url'), { email: 'unlucky@example.com' })
    await db.write`alter table "account" rename to "away"`
    const response = await comeBack(browser, back)
    await db.write`alter table "away" rename to "account"`
    expect(response).toMatchObject(redirectsTo(`${errorPage}?error=internal_server_error`))
  })

  it('to store the state leads to 500', async () => {
    const response = await without('verification', () =>
      broken.browser().post('/sign-in/social', { provider: 'gitlab' }),
    )
    expect(response).toMatchObject({
      status: 500,
      body: { code: 'UNABLE_TO_CREATE_VERIFICATION', message: 'Unable to create verification' },
    })
  })
})

describe('concurrent sign-ins', () => {
  it('create one user for a new person', async () => {
    const person = someone()
    const browsers = [test.browser(), test.browser(), test.browser(), test.browser()]
    const backs = await Promise.all(
      browsers.map(async (browser) =>
        consent(
          (await browser.post('/sign-in/social', { provider: 'github', callbackURL: '/welcome' })).at('url'),
          person,
        ),
      ),
    )
    const responses = await Promise.all(
      browsers.map((browser, index) => comeBack(browser, backs[index] ?? { path: '', fields: {}, method: 'GET' })),
    )
    expect(responses.map((response) => response.location)).toEqual(['/welcome', '/welcome', '/welcome', '/welcome'])
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.get('/get-session')).at('user', 'id')))
    expect(new Set(ids).size).toBe(1)
    const { db } = test.ctx
    expect(await db.read`select 1 from "user" where "email" = ${person.email}`).toHaveLength(1)
    expect(await db.read`select 1 from "account" where "userId" = ${ids[0] ?? ''}`).toHaveLength(1)
  })

  it('create one user for a person at two providers', async () => {
    const person = someone()
    const [first, second] = [test.browser(), test.browser()]
    await Promise.all([visitProvider(first, 'github', person), visitProvider(second, 'gitlab', person)])
    const [one, other] = [await first.get('/get-session'), await second.get('/get-session')]
    expect(one.at('user', 'id')).toBe(other.at('user', 'id'))
    expect((await first.get('/list-accounts')).body).toHaveLength(2)
  })
})
