import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { monotonicTime } from 'service/monotonic-time.ts'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { cleanUp } from '../clean-up/clean-up.ts'
import { createBrowser } from '../testing/browser.ts'
import { startTestApp, testOrigin } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { databaseClock, measureClock } from './clock.ts'

const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' })
const hour = 3_600_000
const day = 24 * hour

describe('the clock', () => {
  /**
   * A clock that starts right, at zero on both sides. The database's time and latency can be
   * changed.
   */
  async function startRight() {
    const warnings: unknown[] = []
    const state = { steady: 0, ahead: 5000, wayThere: 1, wayBack: 1 }
    const read = async () => {
      state.steady += state.wayThere
      const time = state.steady + state.ahead
      state.steady += state.wayBack
      return time
    }
    const clock = databaseClock(read, { warn: (details: unknown) => void warnings.push(details) }, () => state.steady)
    await clock.measure()
    /** How far it is ahead of the database's first time. */
    const error = () => clock.now().getTime() - state.steady - 5000
    const measure = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) await clock.measure()
      return error()
    }
    return { state, warnings, error, measure }
  }

  test('follows a difference of less than a second immediately', async () => {
    const { state, warnings, measure } = await startRight()
    for (const ahead of [5400, 4600, 5000]) {
      state.ahead = ahead
      expect(Math.abs((await measure(1)) - (ahead - 5000))).toBeLessThanOrEqual(1)
    }
    expect(warnings).toEqual([])
  })

  test('stays as accurate as the fastest measurement', async () => {
    const { state, measure } = await startRight()
    for (const [wayThere, wayBack] of [
      [4000, 10],
      [10, 4000],
      [900, 900],
    ] as const) {
      Object.assign(state, { wayThere, wayBack })
      expect(Math.abs(await measure(1))).toBeLessThanOrEqual(1)
    }
  })

  test.each([8 * day, -8 * day, hour, -hour])(
    'follows a jump of the database by %d ms slowly, and fully within minutes if it stays',
    async (jump) => {
      const { state, warnings, error, measure } = await startRight()
      state.ahead += jump
      await measure(2) // of two in a minute
      expect(Math.abs(error())).toBeLessThan(3100)
      expect(warnings).toHaveLength(2)
      state.ahead -= jump
      expect(Math.abs(await measure(1))).toBeLessThanOrEqual(1)
      state.ahead += jump
      expect(Math.abs((await measure(20)) - jump)).toBeLessThanOrEqual(1)
    },
  )
})

describe('when the wall clock jumps', async () => {
  const clock = await measureClock(t.ctx)
  let passed = 0 // what the test does not wait for
  const ctx = {
    ...t.ctx,
    now: () => new Date(clock.now().getTime() + passed),
    steady: () => monotonicTime() + passed,
  }
  const app = await buildApp(ctx)
  const browser = () => createBrowser(app, '/api/auth', testOrigin)
  afterAll(() => app.close())
  afterEach(() => void vi.useRealTimers())

  let addresses = 0
  const newAddress = () => ({ remoteAddress: `203.0.113.${(addresses += 1)}` })
  const wrong = (from: { remoteAddress: string }, name: number) =>
    browser().post('/sign-in/email', { email: `nobody-${name}@${from.remoteAddress}.test`, password: 'wrong' }, from)

  test.each([8 * day, -8 * day, hour, -hour])('by %d ms and back, ends no session and limits nobody', async (jump) => {
    const [ann, from] = [browser(), newAddress()]
    const email = `ann${jump}@example.com`
    expect((await ann.post('/sign-up/email', { email, name: 'Ann', password: testPassword }, from)).status).toBe(200)
    const session = async () => (await ann.get('/get-session', from)).at('user', 'email')
    const pause = () => void (passed += 10_000)
    /** Uses up both kinds of limits of the IP address and returns the longest wait. */
    const useUp = async () => {
      const responses = []
      for (let index = 0; index < 4; index++) responses.push(await wrong(from, index))
      for (let index = 0; index < 101; index++) responses.push(await browser().get('/ok', from))
      const refused = responses.filter(({ status }) => status === 429)
      expect(refused.map(({ headers }) => Number(headers['retry-after'])).every((wait) => wait <= 10)).toBe(true)
      return refused.length
    }

    vi.setSystemTime(Date.now() + jump)
    expect(await session()).toBe(email)
    await cleanUp(ctx)
    expect(await useUp()).toBe(2)
    vi.useRealTimers()
    expect(await session()).toBe(email)
    await cleanUp(ctx)
    pause()
    expect(await useUp()).toBe(2)
    pause()
    expect(await session()).toBe(email)
  })

  test('never waits longer than a window for counters that were written by a fast clock', async () => {
    const from = newAddress()
    await wrong(from, 0)
    const moveAhead = (by: number) => ctx.db.write`
      update "rateLimit" set "count" = 100, "lastRequest" = "lastRequest" + ${by} where "key" like ${`${from.remoteAddress}|%`}`
    await moveAhead(hour)
    expect((await wrong(from, 1)).status).toBe(401)
    await moveAhead(9000)
    const refused = await wrong(from, 2)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
  })
})

test('never reads the wall clock in the code of the servers', async () => {
  const allowed = [
    'rest-auth/src/openapi.ts', // serves nothing
    'gateway/src/schema/invitation.ts', // for display: rest-auth decides
    'registry/src/uploads/upload-worker.ts',
    'shell/server/main.ts', // ends of tokens and previews, hours and days away; pages are served without the database, too
    'registry/src/openapi.ts', // serves nothing
  ]
  const found: string[] = []
  const root = new URL('../../../', import.meta.url).pathname
  for await (const path of glob(['{rest-auth,gateway,registry,packages/service}/src/**/*.ts', 'shell/server/**/*.ts'], {
    cwd: root,
  })) {
    if (/\.test\.ts$|\/testing\//.test(path)) continue
    if (/new Date\(\)|Date\.now/.test(readFileSync(root + path, 'utf8'))) found.push(path)
  }
  expect(found.toSorted()).toEqual(allowed.toSorted())
})
