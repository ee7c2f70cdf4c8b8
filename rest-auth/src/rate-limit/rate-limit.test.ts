import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { cookieOf } from '../testing/access-token.ts'
import { createBrowser, statusesOf } from '../testing/browser.ts'
import { startTestApp, testOrigin } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true', TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8, fd00::/8' })

interface From {
  socket?: string
  forwarded?: string
}

/** Signs in from an IP address with an invalid email, which costs no hash. Returns the status. */
async function signIn({ socket = '127.0.0.1', forwarded }: From, browser = t.browser(), path = '/sign-in/email') {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const response = await browser.post(
    path,
    { email: 'nobody', password: 'wrong password' },
    { headers, remoteAddress: socket },
  )
  return response.status
}
const hex = (index: number) => index.toString(16).padStart(2, '0')
const attempts = async (count: number, from: (index: number) => From) => {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push(await signIn(from(index)))
  return statuses
}

describe('sign-in', () => {
  test('is refused the fourth time within ten seconds, with the time to wait', async () => {
    const from = { socket: '198.51.100.1' }
    expect(await attempts(4, () => from)).toEqual([400, 400, 400, 429])
    t.clock.advance(4)
    const response = await t.post(
      '/sign-in/email',
      { email: 'a@b.co', password: testPassword },
      { remoteAddress: from.socket },
    )
    expect(response.body).toEqual({ code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' })
    expect([response.headers['retry-after'], response.headers['x-retry-after']]).toEqual(['6', '6'])
    t.clock.advance(6)
    expect(await signIn(from)).toBe(400)
  })

  test('counts each path separately, ignoring extra slashes', async () => {
    const from = { socket: '198.51.100.2' }
    expect(await attempts(3, () => from)).toEqual([400, 400, 400])
    expect(await signIn(from, t.browser(), '//sign-in/email')).toBe(429)
    expect(await signIn(from, t.browser(), '/sign-in/email/')).toBe(429)
    expect(await signIn(from, t.browser(), '/sign-in/username')).not.toBe(429)
  })

  test('accepts three of 32 concurrent calls on two instances', async () => {
    const other = await buildApp(t.ctx)
    const browsers = [t.browser(), createBrowser(other, '/api/auth', testOrigin)]
    const from = { socket: '198.51.100.4' }
    const statuses = await Promise.all(Array.from({ length: 32 }, (_, index) => signIn(from, browsers[index % 2])))
    await other.close()
    expect(statuses.filter((status) => status === 400)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(29)
  })
})

describe('the client', () => {
  test('is identified by the socket, not by its own headers', async () => {
    expect(await attempts(4, (index) => ({ socket: '198.51.100.5', forwarded: `203.0.113.${index}` }))).toEqual([
      400, 400, 400, 429,
    ])
  })

  test('ignores everything left of the nearest untrusted address', async () => {
    const forwarded = (index: number) => `192.0.2.${index}, 203.0.113.30, 10.0.0.1`
    expect(await attempts(4, (index) => ({ forwarded: forwarded(index) }))).toEqual([400, 400, 400, 429])
  })

  test.each([
    { bits: 56, max: 12, in: (index: number) => `2001:db8:2:00${hex(index)}::1`, beside: '2001:db8:2:100::1' },
    { bits: 48, max: 48, in: (index: number) => `2001:db8:3:${hex(index)}00::1`, beside: '2001:db8:4::1' },
  ])('is also limited by the /$bits of IPv6, with a maximum of $max', async ({ max, in: inNetwork, beside }) => {
    const statuses = await attempts(max, (index) => ({ socket: inNetwork(index) }))
    expect(new Set(statuses)).toEqual(new Set([400]))
    expect(await signIn({ socket: inNetwork(max) })).toBe(429)
    expect(await signIn({ socket: beside })).toBe(400)
    t.clock.advance(10)
    expect(await signIn({ socket: inNetwork(max) })).toBe(400)
  })

  test('of a wide network may return after a window, however busy the network is', async () => {
    const from = (index: number) => ({ socket: `2001:db8:8:00${hex(index)}::1` })
    const statuses = await attempts(30, (index) => {
      t.clock.advance(1)
      return from(index)
    })
    expect(new Set(statuses)).toEqual(new Set([400]))
  })

  test('does not use up the slots of its neighbours', async () => {
    expect(await attempts(30, () => ({ socket: '2001:db8:6::1' }))).toContain(429)
    expect(await signIn({ socket: '2001:db8:6:1::1' })).toBe(400)
  })
})

describe('other calls', () => {
  test.each([
    ['/forget-password', { email: 'a@b.co' }, 3, 60, 200],
    ['/send-verification-email', { email: 'a@b.co' }, 3, 60, 200],
    ['/one-time-token/verify', { token: 'x' }, 3, 60, 400],
    ['/reset-password', { token: 'x', newPassword: testPassword }, 3, 60, 400],
    ['/delete-user', {}, 3, 60, 401],
    ['/change-password', { currentPassword: testPassword, newPassword: testPassword }, 3, 10, 401],
    ['/change-email', { newEmail: 'a@b.co' }, 3, 10, 401],
    ['/organization/invite-member', { email: 'a@b.co', role: 'member' }, 10, 60, 401],
    ['/organization/accept-invitation', { invitationId: 'x' }, 10, 60, 401],
    ['/organization/read-mailed-invitation', { invitationId: 'x', token: 'y' }, 30, 60, 400],
  ])('%s %o: %d times in %d s', async (path, body, times, window, status) => {
    const statuses = await statusesOf(times + 1, () => {
      t.clock.advance((window - 1) / times)
      return t.post(path, body, { remoteAddress: '198.51.100.7' })
    })
    expect(statuses).toEqual([...Array.from({ length: times }, () => status), 429])
  })

  test('count guesses of the password together', async () => {
    const paths = ['/verify-password', '/change-password', '/verify-password', '/verify-password']
    const body = { password: 'x', currentPassword: 'x', newPassword: testPassword }
    const statuses = await statusesOf(4, (call) => t.post(paths[call] ?? '', body, { remoteAddress: '198.51.100.8' }))
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  test('counts both names of forget-password as one', async () => {
    const paths = ['/forget-password', '/request-password-reset']
    const statuses = await statusesOf(4, (index) =>
      t.post(paths[index % 2] ?? '', { email: 'a@b.co' }, { remoteAddress: '198.51.100.8' }),
    )
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('allows a hundred other calls in ten seconds', async () => {
    const get = async () => (await t.get('/ok', { remoteAddress: '198.51.100.9' })).status
    const statuses = await Promise.all(Array.from({ length: 101 }, get))
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    t.clock.advance(10)
    expect(await get()).toBe(200)
  })

  test('counts by wide networks of IPv6 as well, here by /56', async () => {
    const get = async (index: number) => (await t.get('/ok', { remoteAddress: `2001:db8:7:${index}::1` })).status
    const statuses = await Promise.all(Array.from({ length: 410 }, (_, index) => get(index % 10)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(400)
  })

  test('allows five hundred calls in total in ten seconds, not counting pictures', async () => {
    const get = async (path: string) => (await t.get(path, { remoteAddress: '198.51.100.12' })).status
    const paths = ['/ok', '/error', '/get-session', '/list-sessions', '/list-accounts', '/organization/list']
    const statuses: number[] = []
    for (let times = 0; times < 90; times++) statuses.push(...(await Promise.all(paths.map(get))))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(500)
    expect(await get(`/pictures/${'0'.repeat(64)}`)).toBe(404)
    const refusal = await t.post(
      '/sign-in/email',
      { email: 'a@b.co', password: 'x' },
      { remoteAddress: '198.51.100.12' },
    )
    expect([refusal.status, refusal.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    t.clock.advance(10)
    expect(await get('/ok')).toBe(200)
  })

  test('allows a thousand pictures, because a page may show many', async () => {
    const get = async () => (await t.get(`/pictures/${'0'.repeat(64)}`, { remoteAddress: '198.51.100.11' })).status
    const statuses = await Promise.all(Array.from({ length: 1001 }, get))
    expect(statuses.filter((status) => status === 404)).toHaveLength(1000)
  })

  test('does not count health checks', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 120 }, async () => (await t.app.inject('/live')).statusCode),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('users behind one IP address', () => {
  const office = { remoteAddress: '198.51.100.20' }
  const many = async (count: number, call: () => Promise<{ status: number }>) => {
    const found = await Promise.all(Array.from({ length: count }, call))
    return found.filter(({ status }) => status !== 429).length
  }

  test('are counted separately once their session was found, across sessions and addresses', async () => {
    t.clock.advance(120)
    const [ann, bob] = [await t.signUp(), await t.signUp()]
    const again = t.browser()
    expect((await again.post('/sign-in/email', { email: ann.email, password: testPassword })).status).toBe(200)
    for (const browser of [ann, bob, again]) expect((await browser.get('/get-session', office)).status).toBe(200)
    expect(await many(110, () => ann.get('/ok', office))).toBe(100)
    expect(await many(260, () => ann.get('/get-session', office))).toBe(250)
    expect((await again.get('/ok', { remoteAddress: '198.51.100.21' })).status).toBe(429)
    expect((await bob.get('/ok', office)).status).toBe(200)
    expect((await t.get('/ok', office)).status).toBe(200)
    t.clock.advance(10)
    expect((await ann.get('/ok', office)).status).toBe(200)
  })

  test.each([
    ['without a session', async () => ({})],
    ['with forged ones', async () => ({ cookie: `better-auth.session_token=${Math.random()}.${'A'.repeat(43)}=` })],
  ])('can work during a flood %s, even if their session was not seen for a while', async (_, headersOf) => {
    t.clock.advance(120)
    const [ann, late] = [await t.signUp(), await t.signUp()]
    expect((await ann.get('/get-session', office)).status).toBe(200)
    const flood = async () => t.get('/get-session', { ...office, headers: await headersOf() })
    expect(await many(120, flood)).toBe(100)
    for (const browser of [ann, late])
      expect((await browser.get('/get-session', office)).at('user', 'email')).toBe(browser.email)
    expect((await flood()).status).toBe(429)
  })

  test('are not blocked by ended sessions', async () => {
    t.clock.advance(120)
    const [eve, late] = [await t.signUp(), await t.signUp()]
    const cookie = cookieOf(eve)
    await eve.post('/sign-out')
    const ended = () => t.get('/get-session', { ...office, headers: { cookie } })
    expect((await ended()).status).toBe(200)
    expect(await many(120, ended)).toBe(100)
    expect((await late.get('/get-session', office)).at('user', 'email')).toBe(late.email)
  })

  test('invite separately, but their guesses count by IP address', async () => {
    t.clock.advance(120)
    const [ann, bob] = [await t.signUp(), await t.signUp()]
    for (const browser of [ann, bob]) await browser.get('/get-session', office)
    const invite = (browser: typeof ann) => () =>
      browser.post('/organization/invite-member', { email: 'a@b.co', role: 'member', organizationId: 'x' }, office)
    expect(await many(12, invite(ann))).toBe(10)
    expect(await many(12, invite(bob))).toBe(10)
    const guess = (browser: typeof ann) => () =>
      browser.post('/sign-in/username', { username: 'nobody', password: testPassword }, office)
    expect(await many(3, guess(ann))).toBe(3)
    expect(await many(3, guess(bob))).toBe(0)
  })
})
