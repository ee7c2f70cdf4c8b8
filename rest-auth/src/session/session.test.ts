import { describe, expect, test } from 'vitest'
import { createBrowser } from '../testing/browser.ts'
import { startTestApp, testOrigin } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()
const day = 86_400
const cleared = ['session_token', 'session_data', 'dont_remember'].map(
  (name) => `better-auth.${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
)

describe('GET /get-session', () => {
  test('returns null as four bytes of JSON without a session', async () => {
    const response = await t.get('/get-session')
    expect([response.status, response.text, response.setCookies]).toEqual([200, 'null', []])
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test.each([
    ['a wrong signature', (cookie: string) => cookie.replace(/\.[^.]{4}/, '.AAAA')],
    ['the bare token', (cookie: string) => cookie.split('.')[0] ?? ''],
    [
      'another token under the signature',
      (cookie: string) => cookie.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    ],
    ['text that cannot be decoded', () => '%zz'],
  ])('ignores %s', async (_, forge) => {
    const ann = await t.signUp()
    const cookie = ann.jar.get('better-auth.session_token') ?? ''
    expect((await ann.get('/get-session')).at('user', 'id')).toBe(ann.id) // it is known to be rightly signed
    ann.jar.set('better-auth.session_token', forge(cookie))
    expect((await ann.get('/get-session')).text).toBe('null')
  })

  test('extends a due session on any call, and keeps updatedAt', async () => {
    const ann = await t.signUp()
    const before = await ann.get('/get-session')
    t.clock.advance(day - 1)
    expect((await ann.get('/get-session')).setCookies).toEqual([])
    t.clock.advance(1)
    const [cookie] = (await ann.get('/list-sessions')).setCookies
    expect(cookie).toMatch(/^better-auth\.session_token=.*; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    const after = await ann.get('/get-session')
    expect(after.at('session', 'expiresAt')).toBe(new Date(t.clock.now().getTime() + 7 * day * 1000).toISOString())
    expect(after.at('session', 'updatedAt')).toBe(before.at('session', 'updatedAt'))
  })

  test('keeps the expiry with disableRefresh', async () => {
    const ann = await t.signUp()
    const before = (await ann.get('/get-session')).at('session', 'expiresAt')
    t.clock.advance(2 * day)
    const response = await ann.get('/get-session?disableRefresh=true')
    expect([response.at('session', 'expiresAt'), response.setCookies]).toEqual([before, []])
  })

  test('ignores an expired session and clears its cookies, but deletes nothing', async () => {
    const ann = await t.signUp()
    t.clock.advance(7 * day + 1)
    const response = await ann.get('/get-session')
    expect([response.text, response.setCookies]).toEqual(['null', cleared])
    expect(await t.ctx.db.read`select 1 from "session" where "token" = ${ann.token}`).toHaveLength(1)
  })
})

describe('rememberMe: false', () => {
  const signIn = async (rememberMe: boolean) => {
    const { email } = await t.signUp()
    const browser = t.browser()
    const response = await browser.post('/sign-in/email', { email, password: testPassword, rememberMe })
    return { browser, response, email }
  }

  test('sets cookies without Max-Age and a session of one day that is never extended', async () => {
    const { browser, response } = await signIn(false)
    expect(response.setCookies[0]).toMatch(/^better-auth\.session_token=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(response.setCookies[1]).toMatch(/^better-auth\.dont_remember=true\.[\w%]+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(response.setCookies[2]).toMatch(
      /^better-auth\.session_token_multi-[a-z0-9]+=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const session = await browser.get('/get-session')
    expect(session.at('session', 'expiresAt')).toBe(new Date(t.clock.now().getTime() + day * 1000).toISOString())
    t.clock.advance(day - 1)
    expect((await browser.get('/get-session')).setCookies).toEqual([])
    t.clock.advance(2)
    expect((await browser.get('/get-session')).text).toBe('null')
  })

  test('is kept by calls that send the cookie again', async () => {
    const { browser } = await signIn(false)
    const response = await browser.post('/update-user', { name: 'Anna' })
    expect(response.setCookies.slice(0, 2)).toEqual([
      expect.stringMatching(/^better-auth\.session_token=[^;]+; Path=/),
      expect.stringMatching(/^better-auth\.dont_remember=[^;]+; Path=/),
    ])
  })

  test('is not extended for bearer tokens either', async () => {
    const { browser, response } = await signIn(false)
    const authorization = `Bearer ${browser.jar.get('better-auth.session_token')}`
    const call = await t.get('/get-session', { headers: { authorization } })
    expect(call.at('session', 'token')).toBe(response.at('token'))
    expect(call.at('session', 'expiresAt')).toBe(new Date(t.clock.now().getTime() + day * 1000).toISOString())
  })

  test('stays with the session when the browser switches sessions', async () => {
    const { browser, response } = await signIn(false)
    const { email } = await t.signUp()
    const remembered = await browser.post('/sign-in/email', { email, password: testPassword })
    const switchTo = async (sessionToken: string) =>
      (await browser.post('/multi-session/set-active', { sessionToken })).setCookies[0]
    expect(await switchTo(response.at('token'))).not.toContain('Max-Age')
    expect(await switchTo(remembered.at('token'))).toContain('; Max-Age=604800;')
    expect(browser.jar.has('better-auth.dont_remember')).toBe(false)
  })

  test('ends with the next remembered sign-in', async () => {
    const { browser, email } = await signIn(false)
    const response = await browser.post('/sign-in/email', { email, password: testPassword })
    expect(response.setCookies).toContain('better-auth.dont_remember=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect((await browser.post('/update-user', { name: 'Anna' })).setCookies[0]).toContain('; Max-Age=604800;')
  })
})

describe('all sessions of a user', () => {
  test("GET /list-sessions returns the user's newest hundred unexpired sessions", async () => {
    const [ann] = [await t.signUp(), await t.signUp()]
    const now = t.clock.now()
    await t.ctx.db.write`
      insert into "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt")
      select 'many' || n, 'many' || n, ${ann.id}, ${now}::timestamptz + (120.5 - n) * interval '1 second', ${now}::timestamptz + n * interval '1 second', ${now}
      from generate_series(1, 130) n`
    const { body } = await ann.get('/list-sessions')
    expect(body).toHaveLength(100)
    expect(body).toMatchObject(Array.from({ length: 100 }, (_, index) => ({ id: `many${120 - index}` })))
    t.clock.advance(118)
    const own = Reflect.get(Object((await ann.get('/get-session')).body), 'session')
    expect((await ann.get('/list-sessions')).body).toEqual([
      expect.objectContaining({ id: 'many2' }),
      expect.objectContaining({ id: 'many1' }),
      own,
    ])
  })

  test('POST /revoke-sessions ends all, and the next get-session clears the cookies', async () => {
    const [ann, other] = [await t.signUp(), t.browser()]
    await other.post('/sign-in/email', { email: ann.email, password: testPassword })
    const response = await ann.post('/revoke-sessions')
    expect([response.body, response.setCookies]).toEqual([{ status: true }, []])
    // A response that arrives late must not clear the cookies of a sign-in that has overtaken it.
    const late = await ann.get('/organization/list')
    expect([late.status, late.setCookies]).toEqual([401, []])
    expect((await ann.get('/get-session')).setCookies).toEqual(cleared)
    expect((await other.get('/get-session')).text).toBe('null')
  })
})

describe('POST /sign-out', () => {
  test('ends the session and clears every cookie', async () => {
    const ann = await t.signUp()
    const device = [...ann.jar.keys()].find((name) => name.includes('_multi-'))
    const response = await ann.post('/sign-out')
    expect(response.body).toEqual({ success: true })
    expect(response.setCookies).toEqual([...cleared, `${device}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`])
    expect(ann.jar.size).toBe(0)
    expect(await t.ctx.db.read`select 1 from "session" where "userId" = ${ann.id}`).toHaveLength(0)
  })

  test('succeeds without a session', async () => {
    const response = await t.post('/sign-out')
    expect([response.status, response.body, response.setCookies]).toEqual([200, { success: true }, cleared])
  })

  test('ends no session that an unsigned cookie names', async () => {
    const victim = await t.signUp()
    const attacker = await t.signUp()
    attacker.jar.set(`better-auth.session_token_multi-${victim.token.toLowerCase()}`, victim.token)
    expect((await attacker.post('/sign-out')).body).toEqual({ success: true })
    expect((await victim.get('/get-session')).at('user', 'id')).toBe(victim.id)
  })
})

describe('bearer tokens', () => {
  test('accepts the signed token but not the bare one', async () => {
    const ann = await t.signUp()
    const call = (value: string) => t.get('/get-session', { headers: { authorization: `Bearer ${value}` } })
    const signed = ann.jar.get('better-auth.session_token') ?? ''
    expect((await call(signed)).at('user', 'id')).toBe(ann.id)
    expect((await call(decodeURIComponent(signed))).at('user', 'id')).toBe(ann.id)
    for (const wrong of [ann.token, `${ann.token}.`, signed.replace(/.....$/, 'AAA%3D'), '%zz']) {
      expect((await call(wrong)).text).toBe('null')
    }
  })

  test('is rejected by calls that need a session once it has ended, but get-session returns null', async () => {
    const ann = await t.signUp()
    const headers = { authorization: `Bearer ${ann.jar.get('better-auth.session_token')}` }
    const program = createBrowser(t.app, '/api/auth', testOrigin)
    expect((await program.get('/list-sessions', { headers })).status).toBe(200)
    await ann.post('/sign-out')
    const calls = [
      () => program.get('/list-sessions', { headers }),
      () => program.get('/list-accounts', { headers }),
      () => program.get('/token', { headers }),
      () => program.get('/organization/list', { headers }),
      () => program.get('/organization/get-full-organization', { headers }),
      () => program.get('/organization/batch', { headers }),
      () => program.post('/organization/create', { name: 'x', slug: 'x' }, { headers }),
      () => program.post('/organization/set-active', { organizationId: null }, { headers }),
      () => program.post('/update-user', { name: 'x' }, { headers }),
      () => program.post('/revoke-sessions', {}, { headers }),
    ]
    for (const call of calls) {
      expect((await call()).outcome).toEqual([401, { code: 'UNAUTHORIZED', message: 'Unauthorized' }])
    }
    expect((await program.get('/get-session', { headers })).outcome).toEqual([200, null])
  })

  test('returns set-auth-token only to API clients', async () => {
    const { email } = await t.signUp()
    const send = (headers: Record<string, string>) =>
      t.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        headers,
        payload: { email, password: testPassword },
      })
    const token = (await send({ 'sec-fetch-mode': 'cors' })).headers['set-auth-token'] // as Node's fetch asks
    expect((await send({})).headers['set-auth-token']).toEqual(expect.any(String))
    const response = await t.get('/get-session', { headers: { authorization: `Bearer ${String(token)}` } })
    expect(response.at('user', 'email')).toBe(email)
    const browsers: Record<string, string>[] = [
      { origin: 'http://localhost:3000' },
      { referer: 'http://localhost:3000/' },
      { cookie: 'a=b' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-dest': 'document' },
    ]
    for (const headers of browsers) {
      const browser = await send(headers)
      expect([browser.statusCode, browser.headers['set-auth-token']]).toEqual([200, undefined])
    }
  })
})

describe('behind https', async () => {
  const secure = await startTestApp({ AUTH_URL: 'https://localhost' })

  test('sets Secure cookies with the prefix', async () => {
    const response = await secure.post('/sign-up/email', { email: 'a@b.co', password: testPassword, name: 'A' })
    expect(response.setCookies[0]).toMatch(
      /^__Secure-better-auth\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(response.setCookies[1]).toMatch(/^__Secure-better-auth\.session_token_multi-/)
  })
})

describe('several secrets', async () => {
  const [older, newer] = ['the older secret, of many characters', 'the newer secret of many characters'].map((s) =>
    s.replace(',', ''),
  )
  const adopted = 'short, with a comma'
  const rotated = await startTestApp({
    AUTH_SECRET: `${newer},${older}`,
    ADOPTED_SECRET: adopted,
    SESSION_COOKIE_CACHE_MAX_AGE: '300',
  })

  test('signs with the first and verifies with all', async () => {
    const ann = await rotated.signUp()
    const { createHmac } = await import('node:crypto')
    const sign = (secret: string | undefined) =>
      encodeURIComponent(`${ann.token}.${createHmac('sha256', String(secret)).update(ann.token).digest('base64')}`)
    expect(ann.jar.get('better-auth.session_token')).toBe(sign(newer))
    ann.jar.set('better-auth.session_token', sign(older))
    expect((await ann.get('/get-session')).at('user', 'id')).toBe(ann.id)
    ann.jar.set('better-auth.session_token', sign(adopted))
    expect((await ann.get('/get-session')).at('user', 'id')).toBe(ann.id)
    for (const unknown of ['a secret that nobody ever configured', 'short']) {
      ann.jar.set('better-auth.session_token', sign(unknown))
      expect((await ann.get('/get-session')).text).toBe('null')
    }
  })

  test('trusts no copy of a session that an adopted secret signed, because it may be guessed', async () => {
    const ann = await rotated.signUp()
    const { createHmac } = await import('node:crypto')
    const name = 'better-auth.session_data'
    const { session, expiresAt } = JSON.parse(Buffer.from(ann.jar.get(name) ?? '', 'base64url').toString())
    const sign = (secret: string) => {
      const forged = { ...session, user: { ...session.user, name: 'Mallory' } }
      const text = JSON.stringify({ ...forged, expiresAt })
      const signature = createHmac('sha256', secret).update(text).digest('base64url')
      return Buffer.from(JSON.stringify({ session: forged, expiresAt, signature })).toString('base64url')
    }
    ann.jar.set(name, sign(older ?? ''))
    expect((await ann.get('/get-session')).at('user', 'name')).toBe('Mallory')
    ann.jar.set(name, sign(adopted))
    expect((await ann.get('/get-session')).at('user', 'name')).toBe('Ann')
  })
})

describe('the absolute lifetime', async () => {
  const short = await startTestApp({ SESSION_ABSOLUTE_LIFETIME: String(30 * day) })
  const endless = await startTestApp({ SESSION_ABSOLUTE_LIFETIME: '0' })
  const long = await startTestApp({ SESSION_EXPIRES_IN: String(200 * day) })

  /** How many days a session lives that is used every day. */
  async function daysInUse({ signUp, clock }: typeof short): Promise<number> {
    const ann = await signUp()
    for (let days = 1; days <= 250; days++) {
      clock.advance(day)
      if ((await ann.get('/get-session')).text === 'null') return days
    }
    return Infinity
  }

  test('ends a session in use', async () => {
    expect(await daysInUse(t)).toBe(91)
    expect(await daysInUse(short)).toBe(31)
    expect(await daysInUse(long)).toBe(201)
    expect(await daysInUse(endless)).toBe(Infinity)
  })

  test('limits the expiry, and extends nothing in the last days', async () => {
    const ann = await short.signUp()
    const end = new Date(short.clock.now().getTime() + 30 * day * 1000).toISOString()
    for (let days = 0; days < 24; days++) {
      short.clock.advance(day)
      await ann.get('/get-session')
    }
    short.clock.advance(day)
    const response = await ann.get('/get-session')
    expect([response.at('session', 'expiresAt'), response.setCookies]).toEqual([end, []])
    const again = await short.post('/sign-in/email', { email: ann.email, password: testPassword })
    expect(again.setCookies[0]).toContain('Max-Age=604800')
  })
})

describe('SESSION_REFRESH_DISABLED', async () => {
  const fixed = await startTestApp({ SESSION_REFRESH_DISABLED: 'true' })

  test('lets a session end at its first expiry', async () => {
    const ann = await fixed.signUp()
    fixed.clock.advance(6 * day)
    expect((await ann.get('/get-session')).setCookies).toEqual([])
    fixed.clock.advance(day + 1)
    expect((await ann.get('/get-session')).text).toBe('null')
  })
})
