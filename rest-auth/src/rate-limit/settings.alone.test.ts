import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { randomId } from '../crypto/random.ts'
import { statusesOf, type Result, type Browser } from '../testing/browser.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { defaults } from '../rate-limits.ts'

// Hundreds of users sign in, and the time of their hashes is not tested here.
vi.mock('../crypto/password.ts', () => ({
  hashPassword: async (password: string) => `hash of ${password}`,
  verifyPassword: async (hash: string | null, password: string) => hash === `hash of ${password}`,
  isOutdated: () => false,
}))

const on = { RATE_LIMIT_ENABLED: 'true' }
const t = await startTestApp(on)
const day = 86_400

const accepted = (statuses: readonly number[]) => statuses.filter((status) => status !== 429).length
const stateOf = ({ headers }: Result) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers[name])

let strangers = 0
/** A failed sign-in with an unknown email. */
const guess = (remoteAddress: string, browser: Browser = t.browser()) =>
  browser.post('/sign-in/email', { email: `${(strangers += 1)}@nobody.test`, password: 'wrong' }, { remoteAddress })

/** Users who signed up days ago, with one shared password hash. */
async function colleagues(count: number): Promise<string[]> {
  t.clock.advance(10)
  const ann = await t.signUp()
  const emails = Array.from({ length: count }, (_, index) => `${randomId(6).toLowerCase()}-${index}@office.test`)
  await t.ctx.db.write`
    insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    select one, 'Ann', one, true, "createdAt", "updatedAt" from "user", unnest(${emails}::text[]) one where "id" = ${ann.id}`
  await t.ctx.db.write`
    insert into "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    select one, one, 'credential', one, "password", "createdAt", "updatedAt"
    from "account", unnest(${emails}::text[]) one where "userId" = ${ann.id}`
  t.clock.advance(2 * day)
  return emails
}

const signIn = (email: string, password: string, remoteAddress: string, browser = t.browser()) =>
  browser.post('/sign-in/email', { email, password }, { remoteAddress })

test('reads limits and windows from the settings', async () => {
  const own = await startTestApp({
    ...on,
    AUTH_RATE_LIMITS: 'sign-in=5/60s, any-path=7/20',
  })
  const from = { remoteAddress: '198.51.100.40' }
  const signIns = () =>
    statusesOf(6, (index) => own.post('/sign-in/email', { email: `${index}@nobody.test`, password: 'wrong' }, from))
  expect(await signIns()).toEqual([401, 401, 401, 401, 401, 429])
  own.clock.advance(59)
  expect(accepted(await signIns())).toBe(0)
  own.clock.advance(1)
  expect(accepted(await signIns())).toBe(5)
  expect(accepted(await statusesOf(9, () => own.get('/ok', from)))).toBe(7)
})

test('accepts everyone with the highest limits, also from a large network', async () => {
  const limits = ['sign-in', 'sign-up', 'guesses', 'any-path'].map((name) => `${name}=999999999/10`)
  const largest = { AUTH_RATE_LIMITS: limits.join() }
  const wide = await startTestApp({ ...on, ...largest })
  const { email } = await wide.signUp()
  wide.clock.advance(2 * day) // accounts of today give nothing back
  for (const password of [testPassword, 'wrong', testPassword]) {
    const remoteAddress = '2001:db8::7'
    const { status } = await wide.post('/sign-in/email', { email, password }, { remoteAddress })
    expect(status).toBe(password === testPassword ? 200 : 401)
  }
})

test('reads the number of checked passwords from the settings: by strangers, known browsers and account', async () => {
  const own = await startTestApp({
    ...on,
    AUTH_RATE_LIMITS: 'guesses=2/600,guesses/known-browser=3/60,guesses/account=7/3600,sign-in=1000/10',
  })
  const ann = await own.signUp()
  const wrong = (times: number, browser = own.browser()) =>
    statusesOf(times, () => browser.post('/sign-in/email', { email: ann.email, password: 'wrong' }))
  expect(await wrong(4)).toEqual([401, 401, 429, 429])
  own.clock.advance(599)
  expect(accepted(await wrong(2))).toBe(1) // the third, after which the wait is two seconds
  own.clock.advance(600)
  expect(accepted(await wrong(2))).toBe(2) // forgotten
  expect(accepted(await wrong(3, ann))).toBe(2) // seven of all are gone
  own.clock.advance(3600)
  expect(accepted(await wrong(9, ann))).toBe(5) // three as a known browser, two as anybody
  own.clock.advance(60)
  expect(accepted(await wrong(9, ann))).toBe(2)
})

test('exempts addresses of RATE_LIMIT_EXEMPT, but not guesses at an account', async () => {
  const own = await startTestApp({ ...on, RATE_LIMIT_EXEMPT: '198.51.100.64/28, 2001:db8:1::/48' })
  const wrong = (remoteAddress: string, email: string) =>
    own.post('/sign-in/email', { email, password: 'wrong' }, { remoteAddress })
  for (const address of ['198.51.100.70', '2001:db8:1:2::3', '::ffff:198.51.100.71']) {
    expect(accepted(await statusesOf(5, (index) => wrong(address, `${index}@${randomId(5)}.test`)))).toBe(5)
    const many = await Promise.all(Array.from({ length: 600 }, () => own.get('/ok', { remoteAddress: address })))
    expect(many.filter(({ status, headers }) => status !== 200 || 'ratelimit-limit' in headers)).toEqual([])
  }
  expect(accepted(await statusesOf(8, () => wrong('198.51.100.72', 'ann@example.com')))).toBe(5)
  expect(accepted(await statusesOf(5, (index) => wrong('198.51.100.80', `${index}@nobody.test`)))).toBe(3)
})

test('returns what is left of the nearest limit, or the time to wait', async () => {
  const [browser, remoteAddress] = [t.browser(), '198.51.100.50']
  const get = () => browser.get('/ok', { remoteAddress })
  expect(stateOf(await get())).toEqual(['100', '99', '10', undefined])
  t.clock.advance(3)
  expect(stateOf(await get())).toEqual(['100', '98', '7', undefined])
  for (const left of ['2', '1', '0']) {
    expect(stateOf(await guess(remoteAddress))).toEqual(['3', left, '10', undefined])
    t.clock.advance(1)
  }
  expect(stateOf(await guess(remoteAddress))).toEqual(['3', '0', '9', '9'])
  t.clock.advance(10)
  // The account limit is another one.
  const email = 'one@nobody.test'
  for (let index = 0; index < 5; index++) await signIn(email, 'wrong', `198.51.101.${index}`)
  expect(stateOf(await signIn(email, 'wrong', '198.51.101.9'))).toEqual(['3', '0', '1', '1'])
  expect(stateOf(await browser.get('/no-such-path', { remoteAddress }))).toEqual(Array(4).fill(undefined))
})

test.runIf(process.env['TEST_FULL'])(
  'lets an office of 200 behind one address sign in within minutes, despite typos',
  async () => {
    const office = '203.0.113.200'
    const emails = await colleagues(200)
    const refused: string[] = []
    const note = (what: string, { status }: Result) => void (status === 429 && refused.push(what))
    const arrive = async (email: string, index: number) => {
      const browser = t.browser()
      if (index % 7 === 3) note('a mistyped password', await signIn(email, 'mistyped', office, browser))
      const response = await signIn(email, testPassword, office, browser)
      note('a sign-in', response)
      expect(response.status).toBe(200)
      for (const path of ['/get-session', '/organization/list', '/get-session'])
        note(path, await browser.get(path, { remoteAddress: office }))
    }
    for (let index = 0; index < emails.length; index += 3) {
      await Promise.all(emails.slice(index, index + 3).map((email, offset) => arrive(email, index + offset)))
      t.clock.advance(2) // 200 in two and a quarter minutes
    }
    expect(refused).toEqual([])
  },
)

test("gives an attacker's own accounts one slot each per hour", async () => {
  const address = '203.0.113.201'
  const own = await colleagues(4)
  expect(accepted(await statusesOf(10, () => guess(address)))).toBe(3)
  t.clock.advance(10)
  const signInAll = (times: number) => statusesOf(times, (index) => signIn(own[index % 4] ?? '', testPassword, address))
  expect(accepted(await signInAll(4))).toBe(4)
  expect(accepted(await statusesOf(20, () => guess(address)))).toBe(7)
  t.clock.advance(10)
  expect(accepted(await signInAll(10))).toBe(3)
})

test('gives new accounts no slots, nor one account several networks of one owner', async () => {
  t.clock.advance(10)
  const young = await t.signUp()
  t.clock.advance(day - 60)
  const address = '203.0.113.202'
  expect(await statusesOf(4, () => signIn(young.email, testPassword, address))).toEqual([200, 200, 200, 429])
  const [aged = ''] = await colleagues(1)
  const network = (index: number) => `2001:db8:77:${index.toString(16)}00::1`
  let guesses = 0
  for (let index = 0; index < 60; index++) {
    if (index % 2 === 0) await signIn(aged, testPassword, network(index))
    else if ((await guess(network(index))).status === 401) guesses += 1
  }
  expect(guesses).toBeLessThanOrEqual(25) // of the 48 slots of a /48 the others went to the own account
})

test('exempts known browsers from the limit of their address, but limits them as well', async () => {
  const address = '203.0.113.203'
  t.clock.advance(10)
  const ann = await t.signUp()
  const flood = async () => accepted(await statusesOf(5, () => guess(address)))
  expect(await flood()).toBe(3)
  expect((await signIn(ann.email, testPassword, address, ann)).status).toBe(200)
  expect((await signIn(ann.email, testPassword, address)).status).toBe(429)
  expect(accepted(await statusesOf(5, () => signIn(ann.email, testPassword, address, ann)))).toBe(2)
  // The user's own browser does not allow guesses at others either.
  expect((await guess(address, ann)).status).toBe(429)
})

test('has docs/operating/configure.md list the name and the default of every limit', () => {
  const text = readFileSync(new URL('../../../docs/operating/configure.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| (`[^|]+) \| (\d+)\/(\d+) \|/gm)].flatMap(([, names = '', max, window]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, { max: Number(max), window: Number(window) }]),
  )
  expect(Object.fromEntries(rows)).toEqual(defaults)
})
