import { describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { emailedLink } from '../testing/emailed-link.ts'
import { comeBack, consent, startSocialTestApp } from '../testing/social.ts'
import { production as productionSettings, startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startSocialTestApp({ SESSION_COOKIE_CACHE_MAX_AGE: '300' })
/** Only a limited app remembers browsers. */
const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true' })
const production = { ...productionSettings, RATE_LIMIT_ENABLED: 'false' }
const session = 'better-auth.session_token'

const signed = (token: string) => encodeURIComponent(`${token}.${'A'.repeat(43)}=`)

/** Cookies of another server of the domain. The browser sends them before or after ours. */
const strangers: Record<string, (name: string, app: TestApp) => Promise<string>> = {
  'of another secret': async () => signed('0aIZvIFn4ZFNLaymd7YXTrPqF1PUfLP3'),
  'that is empty': async () => '',
  'that no decoder accepts': async () => '%E0%A4%A',
  'of a session that has ended': async (name, app) => {
    const old = await app.signUp()
    await app.ctx.db.write`delete from "session" where "userId" = ${old.id}`
    return old.jar.get(name) ?? signed('x')
  },
}

/** Sends these cookies beside those of the browser. */
function sendBeside(browser: Browser, first: string[], last: string[] = []): Browser {
  const own = () => [...browser.jar].map(([name, value]) => `${name}=${value}`)
  const call = (given = {}) => ({ ...given, headers: { cookie: [...first, ...own(), ...last].join('; ') } })
  return {
    jar: browser.jar,
    get: (path, given) => browser.get(path, call(given)),
    post: (path, body, given) => browser.post(path, body, call(given)),
  }
}

/** Does something that needs the cookie of this name. */
const readers: Record<string, (name: string, beside: (browser: Browser) => Browser) => Promise<void>> = {
  async session_token(_, beside) {
    const ann = await t.signUp()
    const browser = beside(ann)
    expect((await browser.get('/get-session')).at('user', 'id')).toBe(ann.id)
    expect((await browser.post('/update-user', { name: 'Anna' })).status).toBe(200)
  },
  async session_data(_, beside) {
    const ann = await t.signUp()
    await t.ctx.db.write`update "user" set "name" = 'Only in the database' where "id" = ${ann.id}`
    expect((await beside(ann).get('/get-session')).at('user', 'name')).toBe('Ann')
  },
  async state(_, beside) {
    const browser = t.browser()
    const started = await browser.post('/sign-in/social', { provider: 'google', callbackURL: '/welcome' })
    expect(
      (await comeBack(beside(browser), await consent(started.at('url'), { email: 'a@example.com' }))).location,
    ).toBe('/welcome')
  },
  async proof(_, beside) {
    const [ann, phone] = [await t.signUp(), t.browser()]
    await ann.post('/send-verification-email', { email: ann.email })
    const { searchParams } = await emailedLink(t, ann.email)
    await phone.get('/verify-email', { query: Object.fromEntries(searchParams) })
    expect((await beside(phone).get('/address-to-prove')).body).toEqual({ email: ann.email, isProved: false })
  },
  async known_browser(name, beside) {
    limited.clock.advance(60)
    const [ann, bob] = [await limited.signUp(), await limited.signUp()]
    await beside(ann).post('/sign-in/email', { email: bob.email, password: testPassword })
    const [text = ''] = decodeURIComponent(ann.jar.get(name) ?? '').split('.')
    const known = Buffer.from(text, 'base64url').toString()
    expect([known.includes(ann.id), known.includes(bob.id)]).toEqual([true, true])
  },
}

describe.each(Object.keys(readers))('of two cookies %s the valid one counts', (short) => {
  const name = `better-auth.${short}`
  test.each(Object.entries(strangers))('beside one %s', async (_, make) => {
    const stranger = `${name}=${await make(name, t)}`
    const reader = readers[short]
    await reader?.(name, (browser) => sendBeside(browser, [stranger]))
    await reader?.(name, (browser) => sendBeside(browser, [], [stranger]))
    await reader?.(name, (browser) =>
      sendBeside(
        browser,
        Array.from({ length: 40 }, () => stranger),
      ),
    )
  })
})

test('of two cookies dont_remember the valid one counts', async () => {
  const short = await startTestApp({ SESSION_EXPIRES_IN: '3600', SESSION_UPDATE_AGE: '60' })
  const { email } = await short.signUp()
  const browser = short.browser()
  await browser.post('/sign-in/email', { email, password: testPassword, rememberMe: false })
  const beside = sendBeside(browser, [`better-auth.dont_remember=${signed('true')}`])
  short.clock.advance(120)
  expect((await beside.post('/update-user', { name: 'Anna' })).setCookies).toContainEqual(
    expect.stringMatching(new RegExp(`^${session}=[^;]+; Path=/; HttpOnly`)), // without Max-Age
  )
})

test('of two cookies of a device session the valid one counts', async () => {
  const ann = await t.signUp()
  const name = [...ann.jar.keys()].find((one) => one.includes('_multi-'))
  const beside = sendBeside(ann, [`${name}=${signed(ann.token)}`])
  expect((await beside.get('/multi-session/list-device-sessions')).body).toMatchObject([{ user: { id: ann.id } }])
  expect((await beside.post('/multi-session/set-active', { sessionToken: ann.token })).status).toBe(200)
})

describe('of two sessions', () => {
  test('the latest sign-in counts, in either order, for every call of the request', async () => {
    const earlier = await t.signUp()
    t.clock.advance(1)
    const later = await t.signUp()
    const [first, second] = [earlier, later].map(({ jar }) => `${session}=${jar.get(session)}`)
    for (const cookie of [`${first}; ${second}`, `${second}; ${first}`])
      expect((await t.get('/get-session', { headers: { cookie } })).at('user', 'id')).toBe(later.id)
  })

  test('both end at sign-out', async () => {
    const [one, two] = [await t.signUp(), await t.signUp()]
    const beside = sendBeside(two, [`${session}=${one.jar.get(session)}`])
    expect((await beside.post('/sign-out')).body).toEqual({ success: true })
    for (const browser of [one, two])
      expect((await browser.get('/get-session?disableCookieCache=true')).text).toBe('null')
  })
})

test.each([
  [40, 200],
  [500, 401],
])('reads at most fifty: with %i of a stranger before ours, the status is %i', async (count, status) => {
  const ann = await t.signUp()
  const beside = sendBeside(
    ann,
    Array.from({ length: count }, () => `${session}=x.y`),
  )
  expect((await beside.get('/list-sessions')).status).toBe(status)
})

describe('copies of parent domains and of our base path', async () => {
  const app = await startTestApp({ ...production, AUTH_URL: 'https://accounts.eu.example.com' })
  const name = `__Secure-${session}`
  const attributes = 'HttpOnly; Secure; SameSite=Lax'
  const domains = ['accounts.eu.example.com', 'eu.example.com', 'example.com'].map(
    (domain) => `${name}=; Max-Age=0; Domain=${domain}; Path=/; ${attributes}`,
  )
  const paths = ['/api', '/api/auth'].map((path) => `${name}=; Max-Age=0; Path=${path}; ${attributes}`)
  const linesOf = ({ setCookies }: { setCookies: readonly string[] }) =>
    setCookies.filter((line) => line.startsWith(`${name}=`))
  const ours = expect.stringMatching(new RegExp(`^${name}=[^;]+; Max-Age=604800; Path=/; ${attributes}$`))
  const signIn = (browser: Browser, email: string) => browser.post('/sign-in/email', { email, password: testPassword })

  test('expire at a sign-in that had a cookie, before ours is set', async () => {
    const ann = await app.signUp()
    const old = `${name}=${signed('x')}`
    expect(linesOf(await signIn(sendBeside(app.browser(), [old]), ann.email))).toEqual([...domains, ours])
    expect(linesOf(await signIn(sendBeside(app.browser(), [old, old]), ann.email))).toEqual([
      ...domains,
      ...paths,
      ours,
    ])
  })

  test('expire at sign-out, and when a session has ended', async () => {
    const cleared = `${name}=; Max-Age=0; Path=/; ${attributes}`
    const ann = await app.signUp()
    const twice = sendBeside(ann, [`${name}=${signed('x')}`])
    const ended = ann.jar.get(name)
    expect(linesOf(await twice.post('/sign-out'))).toEqual([...domains, ...paths, cleared])
    const late = await app.get('/get-session', { headers: { cookie: `${name}=${ended}` } })
    expect(linesOf(late)).toEqual([...domains, cleared])
  })

  test.each(['session_data', 'dont_remember', 'session_token_multi-x'])('expire with %s', async (short) => {
    const ann = await app.signUp()
    const copy = `__Secure-better-auth.${short}=x`
    const { setCookies } = await sendBeside(ann, [copy, copy]).post('/sign-out')
    expect(setCookies.filter((line) => line.includes(`${short}=;`))).toHaveLength(6)
  })

  test('are not mentioned to a browser without them', async () => {
    const ann = await app.signUp()
    expect(linesOf(await signIn(app.browser(), ann.email))).toEqual([ours])
    app.clock.advance(2 * 86_400)
    expect(linesOf(await ann.get('/get-session'))).toEqual([ours])
    expect((await ann.get('/get-session')).setCookies).toEqual([])
  })

  test('cannot belong to a domain of an IP address', async () => {
    const plain = await startTestApp({ ...production, AUTH_URL: 'https://192.0.2.7' })
    const ann = await plain.signUp()
    expect((await ann.post('/sign-out')).setCookies.join()).not.toContain('Domain')
  })
})
