import { expect, test } from 'vitest'
import { testPassword } from '../testing/test-password.ts'
import { startSocialTestApp, visitProvider } from '../testing/social.ts'

const t = await startSocialTestApp()
let people = 0

test.each([
  ['the form', { language: 'fr' }, { cookie: 'lang=uk', 'accept-language': 'de' }, 'fr'],
  ['the cookie of the screens', {}, { cookie: 'lang=uk', 'accept-language': 'de' }, 'uk'],
  ['the browser', {}, { 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' }, 'de'],
  ['the first language of the browser that we have', {}, { 'accept-language': 'cs, PL;q=0.9, en' }, 'pl'],
  ['nothing that we have', {}, { cookie: 'lang=xx', 'accept-language': '*' }, 'en'],
  ['nothing', {}, {}, 'en'],
])('a sign-up takes the language of its emails from %s', async (_, choice, headers, language) => {
  const email = `form${(people += 1)}@example.com`
  const body = { name: 'Ann', email, password: testPassword, ...choice }
  expect((await t.browser().post('/sign-up/email', body, { headers })).status).toBe(200)
  await t.browser().post('/request-password-reset', { email })
  expect((await t.emails(email)).map((mail) => mail.language)).toEqual([language])
})

test('so does a sign-up through a provider', async () => {
  const browser = t.browser()
  browser.jar.set('lang', 'uk')
  const email = 'provider@example.com'
  await visitProvider(browser, 'google', { email, name: 'Ann' })
  await browser.post('/request-password-reset', { email })
  expect((await t.emails(email)).map((mail) => mail.language)).toEqual(['uk'])
})
