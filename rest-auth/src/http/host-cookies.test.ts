import { expect, test } from 'vitest'
import { emailedLink } from '../testing/emailed-link.ts'
import { startSocialTestApp, visitProvider } from '../testing/social.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startSocialTestApp({
  AUTH_URL: 'https://localhost:3000',
  COOKIE_HOST_PREFIX: 'true',
  SESSION_COOKIE_CACHE_MAX_AGE: '300',
  EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true',
})

test('prefixes every cookie with __Host-', async () => {
  const browser = t.browser()
  const people = ['a@example.com', 'b@example.com']
  const lines: string[] = []
  for (const email of people) {
    lines.push(...(await browser.post('/sign-up/email', { email, password: testPassword, name: 'A' })).setCookies)
  }
  const wasRemembered = { email: people[0], password: testPassword, rememberMe: false }
  lines.push(...(await browser.post('/sign-in/email', wasRemembered)).setCookies)
  lines.push(...(await browser.get('/multi-session/list-device-sessions')).setCookies)
  lines.push(...(await t.post('/sign-in/social', { provider: 'apple' })).setCookies)
  const link = await emailedLink(t, 'a@example.com')
  lines.push(...(await t.get(link.pathname.replace('/api/auth', '') + link.search)).setCookies)
  lines.push(...(await browser.post('/sign-out')).setCookies)
  const names = new Set(lines.map((line) => line.split('=')[0]?.replace(/multi-.*/, 'multi-')))
  expect([...names].toSorted()).toEqual(
    ['dont_remember', 'proof', 'session_data', 'session_token', 'session_token_multi-', 'state'].map(
      (name) => `__Host-better-auth.${name}`,
    ),
  )
  // draft-ietf-httpbis-rfc6265bis, section 4.1.3.2
  for (const line of lines) expect(line).toMatch(/^(?!.*Domain).*; Path=\/; .*Secure/i)
})

test('supports sign-in, switching and providers, and ignores cookies of neighbouring hosts', async () => {
  const browser = t.browser()
  await visitProvider(browser, 'apple', { email: 'c@example.com' })
  expect((await browser.get('/get-session')).at('user', 'email')).toBe('c@example.com')
  const ann = await t.signUp()
  for (const [name, value] of ann.jar) browser.jar.set(name, value)
  const both = await browser.get('/multi-session/list-device-sessions')
  expect(both.body).toHaveLength(2)

  const victim = t.browser()
  for (const [name, value] of ann.jar) {
    victim.jar.set(name.replace('__Host-', '__Secure-'), value)
    victim.jar.set(name.replace('__Host-', ''), value)
  }
  expect((await victim.get('/get-session')).text).toBe('null')
})
