import { expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' })
const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36'
const headers = { 'user-agent': agent }

/** Signs in with the most common user agent. Returns how many emails have reported a new device. */
async function signIn(email: string, remoteAddress: string, browser: Browser = t.browser()): Promise<number> {
  t.clock.advance(11)
  const response = await browser.post('/sign-in/email', { email, password: testPassword }, { headers, remoteAddress })
  expect(response.status).toBe(200)
  return (await t.emails(email)).filter(({ template }) => template === 'newDevice').length
}

/** A user who signed up on that device, at home. */
async function signUp() {
  t.clock.advance(11)
  const browser = t.browser()
  const email = `ann${t.clock.now().getTime()}@example.com`
  const body = { email, name: 'Ann', password: testPassword }
  const response = await browser.post('/sign-up/email', body, { headers, remoteAddress: '203.0.113.7' })
  return { email, browser, id: response.at('user', 'id') }
}

test('reports the same user agent from another network', async () => {
  const { email, id } = await signUp()
  await t.ctx.db.write`update "user" set "proved" = true where "id" = ${id}`
  expect(await signIn(email, '198.51.100.1')).toBe(1)
  expect(await signIn(email, '198.51.100.77')).toBe(1) // known by now
  expect(await signIn(email, '2001:db8:1::1')).toBe(2)
})

test('does not report the same browser in other networks, nor the same machine without cookies', async () => {
  const { email, browser } = await signUp()
  await browser.post('/sign-out')
  for (const address of ['203.0.113.7', '198.51.100.1', '192.0.2.1', '2001:db8:1::1']) {
    expect(await signIn(email, address, browser)).toBe(0)
    await browser.post('/sign-out')
  }
  expect(await signIn(email, '203.0.113.99')).toBe(0)
})

test('reports a browser that someone else signed in to before', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  expect(await signIn(ann.email, '198.51.100.1', bob.browser)).toBe(1)
})
