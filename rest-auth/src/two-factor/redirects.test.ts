import { expect, test } from 'vitest'
import { startSocialTestApp, visitProvider } from '../testing/social.ts'
import { enableTwoFactor } from '../testing/two-factor.ts'

const t = await startSocialTestApp({ TRUSTED_ORIGINS: 'https://app.example,myapp://' })

const page = 'http://localhost:3000/two-factor?redirectTo='

test.each([
  [{ callbackURL: '/welcome' }, `${page}%2Fwelcome`],
  [{ callbackURL: 'http://localhost:3000/a?b=c#d', errorCallbackURL: '/sign-in' }, `${page}%2Fa%3Fb%3Dc%23d`],
  [
    { callbackURL: 'https://app.example/in', errorCallbackURL: 'https://app.example/refused?x=y' },
    'https://app.example/refused?x=y&error=two_factor_required',
  ],
  [{ callbackURL: 'https://app.example/in' }, 'https://app.example/in?error=two_factor_required'],
])('a provider leads from %j to the page for the factor, or to the client', async (targets, location) => {
  const ann = await t.signUp({ emailVerified: true })
  const app = await enableTwoFactor(t, ann)
  const browser = t.browser()
  expect((await visitProvider(browser, 'github', { email: ann.email }, targets)).location).toBe(location)
  expect((await browser.get('/get-session')).body).toBeNull()
  expect((await browser.post('/two-factor/verify-totp', { code: app.nextCode() })).status).toBe(200)
  expect((await browser.get('/get-session')).at('user', 'id')).toBe(ann.id)
})
