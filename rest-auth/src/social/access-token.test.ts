import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createBrowser, type Browser } from '../testing/browser.ts'
import { startSocialTestApp, visitProvider } from '../testing/social.ts'

// A barrier makes two refreshes meet at the provider.
let waiting: (() => void)[] | null = null
const test = await startSocialTestApp({}, (demo) =>
  demo.addHook('preHandler', async (request) => {
    const isRefresh = String(Reflect.get(Object(request.body), 'grant_type')) === 'refresh_token'
    if (waiting && isRefresh) await new Promise<void>((resolve) => meet(resolve))
  }),
)
function meet(resolve: () => void): void {
  waiting?.push(resolve)
  if (waiting?.length === 2) for (const go of waiting) go()
}

let people = 0
async function signIn(provider: 'github' | 'google' | 'twitter' | 'zoom' | 'facebook'): Promise<Browser> {
  const browser = test.browser()
  await visitProvider(browser, provider, { email: `person${(people += 1)}@example.com` })
  return browser
}
interface Row {
  id: string
  accountId: string
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
}
async function rowOf(browser: Browser): Promise<Row> {
  const userId = (await browser.get('/get-session')).at('user', 'id')
  const [row] = await test.ctx.db.read<Row[]>`select * from "account" where "userId" = ${userId}`
  if (!row) throw new Error('no account')
  return row
}
const isSealed = expect.stringMatching(/^encrypted:v1:[\w-]+$/)

describe('tokens at rest', () => {
  it('are encrypted for their row and column', async () => {
    const browser = await signIn('google')
    const row = await rowOf(browser)
    expect(row).toMatchObject({ accessToken: isSealed, refreshToken: isSealed, idToken: isSealed })
    const other = await signIn('google')
    await test.ctx.db
      .write`update "account" set "accessToken" = ${row.accessToken} where "id" = ${(await rowOf(other)).id}`
    expect((await other.post('/get-access-token', { providerId: 'google' })).body).not.toHaveProperty('accessToken')
  })

  it('may still be in plain text in an adopted database', async () => {
    const browser = await signIn('google')
    await test.ctx.db.write`update "account" set "accessToken" = 'clear' where "id" = ${(await rowOf(browser)).id}`
    expect((await browser.post('/get-access-token', { providerId: 'google' })).at('accessToken')).toBe('clear')
  })

  it('are not part of account lists, sessions and logs', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const app = await buildApp({ ...test.ctx, log })
    const browser = createBrowser(app, '/api/auth', 'http://localhost:3000')
    await visitProvider(browser, 'google', { email: 'logged@example.com' })
    await visitProvider(browser, 'gitlab', { email: 'logged@example.com' })
    const tokens = await browser.post('/refresh-token', { providerId: 'google' })
    await browser.get('/callback/github?code=secret-code&state=secret-state&error_description=secret-text')
    const responses = [await browser.get('/list-accounts'), await browser.get('/get-session')]
    const shown = [...lines, ...responses.map((response) => response.text)].join('\n')
    expect(lines.length).toBeGreaterThan(4)
    expect(shown).not.toMatch(/demo\.ey|encrypted:v1|client-secret|secret-code|secret-state|secret-text/)
    expect(shown).not.toContain(tokens.at('accessToken'))
    await app.close()
  })
})

describe('/get-access-token', () => {
  it('returns the stored token with its scopes, but not the refresh token', async () => {
    const browser = await signIn('github')
    const response = await browser.post('/get-access-token', { providerId: 'github' })
    expect(response.body).toEqual({
      accessToken: expect.stringMatching(/^demo\./),
      accessTokenExpiresAt: new Date(test.clock.now().getTime() + 28_800_000).toISOString(),
      scopes: ['read:user', 'user:email'],
    })
    expect(await browser.post('/get-access-token', { providerId: 'github' })).toMatchObject({ body: response.body })
  })

  it('refreshes one that expires within five seconds, and keeps a stable refresh token', async () => {
    const browser = await signIn('twitter')
    const ask = async () => (await browser.post('/get-access-token', { providerId: 'twitter' })).at('accessToken')
    const first = await ask()
    test.clock.advance(7200 - 6)
    expect(await ask()).toBe(first)
    test.clock.advance(2)
    const second = await ask()
    expect(second).not.toBe(first)
    expect(await ask()).toBe(second)
  })

  it('returns the scopes that the provider grants now', async () => {
    const browser = await signIn('twitter')
    await test.ctx.db.write`update "account" set "scope" = 'of.before' where "id" = ${(await rowOf(browser)).id}`
    test.clock.advance(7200)
    const response = await browser.post('/get-access-token', { providerId: 'twitter' })
    expect(response.body).toMatchObject({ scopes: ['users.read', 'tweet.read', 'offline.access', 'users.email'] })
  })

  it('reports that the provider no longer refreshes', async () => {
    const browser = await signIn('twitter')
    const { id } = await rowOf(browser)
    await test.ctx.db.write`update "account" set "refreshToken" = 'revoked' where "id" = ${id}`
    test.clock.advance(7200)
    const response = await browser.post('/get-access-token', { providerId: 'twitter' })
    expect([response.status, response.at('code')]).toEqual([400, 'FAILED_TO_GET_A_VALID_ACCESS_TOKEN'])
    const refreshed = await browser.post('/refresh-token', { providerId: 'twitter' })
    expect([refreshed.status, refreshed.at('code')]).toEqual([400, 'FAILED_TO_REFRESH_ACCESS_TOKEN'])
  })

  it('returns everything from an explicit refresh', async () => {
    const response = await (await signIn('twitter')).post('/refresh-token', { providerId: 'twitter' })
    expect(response.body).toMatchObject({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      tokenType: expect.stringMatching(/^bearer$/i),
      scopes: expect.arrayContaining(['users.read']),
      accessTokenExpiresAt: expect.any(String),
    })
  })

  it('refreshes twice concurrently, even if each refresh token works once', async () => {
    const browser = await signIn('twitter')
    waiting = []
    const responses = await Promise.all([1, 2].map(() => browser.post('/refresh-token', { providerId: 'twitter' })))
    waiting = null
    expect(responses.map((response) => response.status)).toEqual([200, 200])
    expect((await browser.post('/refresh-token', { providerId: 'twitter' })).status).toBe(200)
  })
})

describe('the row id alone, as clients of 1.7 send it,', () => {
  it('names the account', async () => {
    const browser = await signIn('github')
    const { id } = await rowOf(browser)
    const tokens = { accessToken: expect.any(String) }
    const profile = { user: { email: `person${people}@example.com` } }
    expect((await browser.post('/get-access-token', { accountId: id })).body).toMatchObject(tokens)
    expect((await browser.post('/refresh-token', { accountId: id })).body).toMatchObject(tokens)
    expect((await browser.get('/account-info', { query: { accountId: id } })).body).toMatchObject(profile)
  })

  it('names no account of another user', async () => {
    const { id } = await rowOf(await signIn('github'))
    const stranger = await signIn('github')
    for (const path of ['/get-access-token', '/refresh-token', '/account-info'])
      expect(await stranger.post(path, { accountId: id })).toMatchObject(accountNotFound)
  })
})

const unsupported = { status: 400, body: { message: 'Provider myspace is not supported.' } }
const accountNotFound = { status: 400, body: { code: 'ACCOUNT_NOT_FOUND' } }

describe('refusals', () => {
  it.each(['/get-access-token', '/refresh-token'])('%s', async (path) => {
    const browser = await signIn('github')
    const { id } = await rowOf(browser)
    expect(await test.browser().post(path, { providerId: 'github' })).toMatchObject({ status: 401 })
    expect(await browser.post(path, {})).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    expect(await browser.post(path, { providerId: 'myspace' })).toMatchObject(unsupported)
    expect(await browser.post(path, { providerId: 'google' })).toMatchObject(accountNotFound)
    expect(await browser.post(path, { providerId: 'github', accountId: 'x' })).toMatchObject(accountNotFound)
    expect(await browser.post(path, { providerId: 'github', accountId: id, userId: 'ignored' })).toHaveProperty(
      'status',
      200,
    )
  })

  it('name a provider that is no longer configured', async () => {
    const browser = await signIn('zoom')
    const without = await buildApp({ ...test.ctx, config: { ...test.ctx.config, providers: {} } })
    const same = createBrowser(without, '/api/auth', 'http://localhost:3000')
    for (const [name, value] of browser.jar) same.jar.set(name, value)
    expect(await same.post('/refresh-token', { providerId: 'zoom' })).toMatchObject({
      status: 400,
      body: { code: 'PROVIDER_ZOOM_NOT_FOUND', message: 'Provider zoom not found.' },
    })
    await without.close()
  })
})

describe('/account-info', () => {
  it.each(['github', 'google'] as const)('fetches the profile of %s, also hours later', async (provider) => {
    const browser = await signIn(provider)
    const { id, accountId } = await rowOf(browser)
    test.clock.advance(3 * 3600)
    const user = {
      id: accountId,
      name: 'Ada Lovelace',
      email: `person${people}@example.com`,
      emailVerified: true,
      image: null,
    }
    for (const response of [
      await browser.post('/account-info', { accountId }),
      await browser.get('/account-info', { query: { accountId } }),
    ]) {
      const account = { id, providerId: provider, accountId } // without tokens
      expect(response).toMatchObject({ status: 200, body: { user, data: expect.any(Object) } })
      expect(Reflect.get(Object(response.body), 'account')).toEqual(account)
    }
  })

  it("returns null if the provider fails, and only for the user's own accounts", async () => {
    const browser = await signIn('facebook')
    const { id, accountId } = await rowOf(browser)
    await test.ctx.db.write`update "account" set "accessToken" = 'revoked' where "id" = ${id}`
    expect(await browser.post('/account-info', { accountId })).toMatchObject({ status: 200, body: null })
    const stranger = await test.signUp()
    expect(await stranger.post('/account-info', { accountId })).toMatchObject(accountNotFound)
    expect(await stranger.post('/account-info', { accountId: stranger.id })).toMatchObject(accountNotFound)
  })
})
