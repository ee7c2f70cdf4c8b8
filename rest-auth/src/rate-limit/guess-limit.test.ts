import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { createBrowser, statusesOf, type Result, type Browser } from '../testing/browser.ts'
import { emailedToken } from '../testing/emailed-link.ts'
import { startTestApp, testOrigin } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { forgetCounts, releaseSlots } from './guess-limit.sql.ts'
import { takeSlots } from './rate-limit.sql.ts'

const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' })
const knownBrowser = 'better-auth.known_browser'
const newPassword = 'quite another battery'

let addresses = 0
/** A new IP address, so that limits by address refuse nothing. */
const anywhere = () => `10.${(addresses += 1) >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`

async function signUp(fields: { username?: string } = {}) {
  t.clock.advance(10)
  return t.signUp(fields)
}

const wrong = 'wrong password'
const signIn = (typed: { email: string } | { username: string }, password: string, browser = t.browser()) =>
  browser.post(
    `/sign-in/${'email' in typed ? 'email' : 'username'}`,
    { ...typed, password },
    { remoteAddress: anywhere() },
  )

/** Guesses from as many IP addresses, and their responses. */
async function guess(
  typed: { email: string } | { username: string },
  times: number,
  browser?: Browser,
): Promise<Result[]> {
  const responses: Result[] = []
  for (let index = 0; index < times; index++) responses.push(await signIn(typed, wrong, browser))
  return responses
}
const checked = (responses: Result[]) => responses.filter(({ status }) => status === 401).length
const statuses = (responses: Result[]) => responses.map(({ status }) => status)
const waitOf = (response: Result | undefined) => Number(response?.headers['retry-after'] ?? 0)

test('checks five of 200 concurrent guesses on two instances', async () => {
  const { email } = await signUp()
  const other = await buildApp(t.ctx)
  const browsers = [t.browser(), createBrowser(other, '/api/auth', testOrigin)]
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) => signIn({ email }, wrong, browsers[index % 2])),
  )
  await other.close()
  expect([checked(responses), new Set(statuses(responses))]).toEqual([5, new Set([401, 429])])
})

test('allows far fewer than 100 guesses per hour to a patient attacker', async () => {
  const { email } = await signUp({ username: 'patient' })
  const times: number[] = []
  const start = t.clock.now().getTime()
  while (t.clock.now().getTime() < start + 3 * 3_600_000) {
    const responses = [...(await guess({ email }, 2)), ...(await guess({ username: 'Patient' }, 2))]
    for (const { status } of responses) if (status === 401) times.push(t.clock.now().getTime())
    const waits = responses.map(waitOf).filter((wait) => wait > 0)
    t.clock.advance(Math.min(...waits, Infinity) === Infinity ? 1 : Math.min(...waits))
  }
  const inHourFrom = (from: number) => times.filter((time) => time >= from && time < from + 3_600_000).length
  const most = Math.max(...times.map(inHourFrom))
  expect(most).toBeGreaterThan(20)
  expect(most).toBeLessThanOrEqual(40)
})

test('doubles the wait up to a quarter of an hour, and forgets it after an hour without guesses', async () => {
  const { email } = await signUp()
  await guess({ email }, 5)
  const waits: number[] = []
  for (let index = 0; index < 12; index++) {
    const [refused] = await guess({ email }, 1)
    waits.push(waitOf(refused))
    t.clock.advance(waitOf(refused))
    expect(statuses(await guess({ email }, 1))).toEqual([401])
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  t.clock.advance(3600)
  expect(checked(await guess({ email }, 10))).toBe(5)
})

test('waits equally long for unknown emails', async () => {
  const { email } = await signUp({ username: 'somebody' })
  const course = async (typed: { email: string } | { username: string }) => {
    const responses = await guess(typed, 8)
    t.clock.advance(4)
    responses.push(...(await guess(typed, 3)))
    return responses.map((response) => [response.status, response.text, response.headers['retry-after']])
  }
  expect(await course({ email: 'nobody@example.com' })).toEqual(await course({ email }))
  expect(await course({ username: 'nobody' })).toEqual(await course({ username: 'somebody' }))
})

test('refuses the right password as well, without checking it', async () => {
  const { email } = await signUp()
  await guess({ email }, 6)
  const [right, other] = [await signIn({ email }, testPassword), await signIn({ email }, wrong)]
  expect([right.status, right.text]).toEqual([429, other.text])
  t.clock.advance(1)
  expect((await signIn({ email }, testPassword)).status).toBe(200)
})

test('never counts successful sign-ins, from any address', async () => {
  const { email } = await signUp()
  for (let index = 0; index < 20; index++) expect((await signIn({ email }, testPassword)).status).toBe(200)
  expect(checked(await guess({ email }, 10))).toBe(5)
})

test("exempts the owner's browser, also after signing out, for ten failures", async () => {
  const owner = await signUp()
  await owner.post('/sign-out')
  expect([...owner.jar.keys()]).toEqual([knownBrowser])
  const { email } = owner
  await guess({ email }, 20)
  expect((await signIn({ email }, testPassword)).status).toBe(429)
  expect(checked(await guess({ email }, 3, owner))).toBe(3)
  expect((await signIn({ email }, testPassword, owner)).status).toBe(200)
  // The session is new, and so is the count.
  await owner.post('/sign-out')
  expect(checked(await guess({ email }, 15, owner))).toBe(10)
})

test('signs the cookie, binds it to the user, and omits it without rememberMe', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await guess({ email: ann.email }, 6)
  expect((await signIn({ email: ann.email }, testPassword, bob)).status).toBe(429)
  const forged = t.browser()
  const [header, payload] = (ann.jar.get(knownBrowser) ?? '').split('.')
  forged.jar.set(knownBrowser, `${header}.${payload}.${'A'.repeat(43)}`)
  expect((await signIn({ email: ann.email }, testPassword, forged)).status).toBe(429)
  const shared = t.browser()
  const carl = await signUp()
  const response = await shared.post('/sign-in/email', { email: carl.email, password: testPassword, rememberMe: false })
  expect([response.status, shared.jar.has(knownBrowser)]).toEqual([200, false])
  const line = (await signIn({ email: carl.email }, testPassword)).setCookies.find((one) =>
    one.startsWith(knownBrowser),
  )
  expect(line).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('knows a browser of several users for each of them', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await signIn({ email: bob.email }, testPassword, ann)
  for (const { email } of [ann, bob]) {
    await guess({ email }, 6)
    expect((await signIn({ email }, testPassword, ann)).status).toBe(200)
  }
})

test('unblocks the user after a reset, and invalidates earlier known browsers', async () => {
  const thief = await signUp()
  const { email } = thief
  await guess({ email }, 20)
  await t.post('/forget-password', { email }, { remoteAddress: anywhere() })
  t.clock.advance(1)
  const owner = t.browser()
  const token = await emailedToken(t, email, 'resetPassword')
  await owner.post('/reset-password', { token, newPassword }, { remoteAddress: anywhere() })
  expect((await signIn({ email }, newPassword)).status).toBe(200)
  await guess({ email }, 20)
  expect((await signIn({ email }, newPassword)).status).toBe(429)
  expect((await signIn({ email }, wrong, thief)).status).toBe(429)
  expect((await signIn({ email }, newPassword, owner)).status).toBe(200)
})

test('keeps only its own browser known after a change of the password', async () => {
  const ann = await signUp()
  const { email } = ann
  const other = t.browser()
  await signIn({ email }, testPassword, other)
  t.clock.advance(1)
  await ann.post('/change-password', { currentPassword: testPassword, newPassword }, { remoteAddress: anywhere() })
  await guess({ email }, 6)
  expect((await signIn({ email }, wrong, other)).status).toBe(429)
  expect((await signIn({ email }, newPassword, ann)).status).toBe(200)
})

test.each([
  ['/change-password', { currentPassword: wrong, newPassword }],
  ['/delete-user', { password: wrong }],
])('allows no more guesses in a stolen session than at sign-in: %s', async (path, body) => {
  const ann = await signUp()
  const responses = await statusesOf(10, (index) => {
    if (index === 3) t.clock.advance(60) // until then a user may call it no more than three times
    return ann.post(path, body, { remoteAddress: anywhere() })
  })
  expect(responses.filter((status) => status === 400)).toHaveLength(5)
  expect(responses.at(-1)).toBe(429)
})

test('lets a signed-in user give the password despite guesses of strangers', async () => {
  const ann = await signUp()
  await guess({ email: ann.email }, 20)
  const response = await ann.post(
    '/change-password',
    { currentPassword: testPassword, newPassword },
    { remoteAddress: anywhere() },
  )
  expect(response.status).toBe(200)
})

test('allows a stolen session no new guesses with new usernames', async () => {
  const ann = await signUp({ username: 'ann_0' })
  let total = 0
  for (let index = 1; index <= 20; index++) {
    const username = `ann_${index}`
    expect((await ann.post('/update-user', { username }, { remoteAddress: anywhere() })).status).toBe(200)
    total += checked(await guess({ username }, 6))
  }
  expect(total).toBe(50)
})

test('notifies the owner once a day in their language, and nobody for unknown emails', async () => {
  const ann = await signUp()
  await ann.post('/update-user', { language: 'de' })
  const warnings = async () =>
    (await t.emails(ann.email)).filter(({ template }) => template === 'wrongPasswords').map(({ language }) => language)
  const attack = async (email: string) => {
    for (let index = 0; index < 12; index++) {
      t.clock.advance(waitOf((await guess({ email }, 2)).at(-1)))
    }
  }
  await guess({ email: ann.email }, 9)
  expect(await warnings()).toEqual([])
  await attack(ann.email)
  expect(await warnings()).toEqual(['de'])
  t.clock.advance(3 * 3600)
  await attack(ann.email)
  expect(await warnings()).toEqual(['de'])
  t.clock.advance(86_400)
  await attack(ann.email)
  expect(await warnings()).toEqual(['de', 'de'])
  const before = (await t.emails()).length
  await attack('nobody-to-tell@example.com')
  expect(await t.emails()).toHaveLength(before)
})

test('stores no row for refused calls', async () => {
  const rows = async () =>
    Number((await t.ctx.db.read`select count(*) from "rateLimit" where "key" like 'guess|%'`)[0]?.['count'])
  const before = await rows()
  await guess({ email: 'made-up@example.com' }, 5)
  const counted = (await rows()) - before
  await guess({ email: 'made-up@example.com' }, 20)
  expect([counted, (await rows()) - before]).toEqual([2, 2])
})

test('returns the token to API clients, and no known-browser cookie', async () => {
  const { email } = await signUp()
  const program = await t.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password: testPassword },
    remoteAddress: anywhere(),
  })
  expect(program.headers['set-auth-token']).toBeDefined()
  expect(String(program.headers['set-cookie'])).not.toContain(knownBrowser)
})

test('locks counters in one order when they are counted, returned and forgotten concurrently', async () => {
  const keys = ['in order: guesses', 'in order: all', 'in order: network']
  const limits = keys.map((key) => ({ key, max: 1_000_000, window: 60, slides: true }))
  const work = () => [takeSlots(t.ctx, limits), releaseSlots(t.ctx, keys), forgetCounts(t.ctx, keys)]
  const works = Array.from({ length: 300 }, work).flat()
  await expect(Promise.all(works)).resolves.toHaveLength(900)
})
