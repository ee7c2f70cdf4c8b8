import { describe, expect, test, vi } from 'vitest'
import type { Result, Browser } from './testing/browser.ts'
import { countRoundTrips, startDistantDatabase } from './testing/round-trips.ts'
import { startTestApp, type TestApp } from './testing/start-test-app.ts'
import { testPassword } from './testing/test-password.ts'

/**
 * The first calls on a connection prepare statements, which costs an additional round trip each.
 */
const warmUps = 3

/** The sequential round trips of a call after some calls of its kind, without work after the response. */
async function roundTripsOf({ ctx }: TestApp, call: (time: number) => Promise<Result>, status = 200): Promise<number> {
  const counts: number[] = []
  for (let time = 0; time <= warmUps; time++) {
    await vi.waitUntil(() => [...ctx.database.pools].every(({ open }) => [...open].every(({ uses }) => uses === 0)))
    counts.push(await countRoundTrips(async () => expect((await call(time)).status).toBe(status)))
  }
  return Math.min(...counts)
}

describe.each([
  ['as it is unless set otherwise', {}],
  ['with EMAIL_VERIFICATION_REQUIRED', { EMAIL_VERIFICATION_REQUIRED: 'true' }],
])('counts sequential round trips to the database, %s', async (_, settings) => {
  const environment = { RATE_LIMIT_ENABLED: 'true', EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true', ...settings }
  const t = await startTestApp(environment, 10, { via: startDistantDatabase })
  let calls = 0
  const anywhere = () => ({ remoteAddress: `2001:db8:${(calls += 1).toString(16)}::1` })
  const isQuick = !('EMAIL_VERIFICATION_REQUIRED' in settings)
  const ifQuick = test.runIf(isQuick || process.env['TEST_FULL'])
  const signUp = (email: string, username?: string) =>
    t.post('/sign-up/email', { email, name: 'Ann', password: testPassword, ...(username && { username }) }, anywhere())
  const signIn = (email: string, browser: Browser = t.browser()) =>
    browser.post('/sign-in/email', { email, password: testPassword }, anywhere())
  const verify = (email: string) =>
    t.ctx.db.write`update "user" set "emailVerified" = true, "proved" = true where "email" = ${email}`

  ifQuick('takes four for sign-up, also with a username', async () => {
    expect(await roundTripsOf(t, (time) => signUp(`new${time}@example.com`))).toBe(4)
    expect(await roundTripsOf(t, (time) => signUp(`named${time}@example.com`, `named_${time}`))).toBe(4)
  })

  ifQuick('takes four for sign-in, also in a known browser', async () => {
    const email = 'ann@example.com'
    await signUp(email)
    await verify(email)
    const browser = t.browser()
    expect(await roundTripsOf(t, () => signIn(email, browser))).toBe(4)
    t.clock.advance(86_400)
    expect(await roundTripsOf(t, () => signIn(email))).toBe(4)
  })

  ifQuick('takes one for a session, the list of organizations and a full organization', async () => {
    const email = 'bob@example.com'
    await signUp(email)
    await verify(email)
    const browser = t.browser()
    await signIn(email, browser)
    await browser.post('/organization/create', { name: 'x', slug: `of-bob` })
    for (const path of ['/get-session', '/organization/list', '/organization/get-full-organization'])
      expect([path, await roundTripsOf(t, () => browser.get(path))]).toEqual([path, 1])
  })

  test.runIf(!isQuick)('a taken email takes as many as a free one', async () => {
    await signUp('taken@example.com')
    await verify('taken@example.com')
    const password = 'a password of a stranger'
    const counts = async (emails: string[]) => {
      const post = (path: string) => (time: number) =>
        t.post(path, { email: emails[time] ?? '', name: 'x', password }, anywhere())
      return [await roundTripsOf(t, post('/sign-up/email')), await roundTripsOf(t, post('/sign-in/email'), 403)]
    }
    const free = Array.from({ length: warmUps + 1 }, (__, index) => `free${index}@example.com`)
    expect(await counts(free.map(() => 'taken@example.com'))).toEqual([4, 4])
    expect(await counts(free)).toEqual([4, 4])
  })
})
