import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { emailedLink } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { startSocialTestApp } from '../testing/social.ts'
import { testPassword } from '../testing/test-password.ts'
import { deriveSecrets } from './derived-secrets.ts'

const t = await startSocialTestApp({ EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true' })
const [secret] = t.ctx.config.secrets
const hmac = (text: string, encoding: 'base64' | 'base64url') =>
  createHmac('sha256', secret).update(text).digest(encoding)

test('derives a key per secret and purpose, in order', () => {
  const [a, b] = ['a'.repeat(32), 'b'.repeat(32)]
  const both = deriveSecrets([a, b], 'x')
  expect(both).toEqual([...deriveSecrets([a], 'x'), ...deriveSecrets([b], 'x')])
  const keys = [a, b, ...both, ...deriveSecrets([a, b], 'y')]
  expect(new Set(keys).size).toBe(6)
  expect(deriveSecrets([a, b], 'x')).toEqual(both)
})

// Values signed by the secret itself could be confused, so only better-auth's may be.
test('signs only session cookies with the secret itself', async () => {
  const browser = t.browser()
  await browser.post('/sign-up/email', { email: 'a@example.com', password: testPassword, name: 'A' })
  await browser.post('/sign-in/email', { email: 'a@example.com', password: testPassword, rememberMe: false })
  await browser.post('/sign-in/social', { provider: 'github' })
  const link = await emailedLink(t, 'a@example.com')
  const stranger = t.browser()
  await stranger.get(link.pathname.replace('/api/auth', '') + link.search)
  const signed = [...browser.jar, ...stranger.jar].map(([name, value]) => {
    const text = decodeURIComponent(value)
    const dot = text.lastIndexOf('.')
    const [body, signature] = [text.slice(0, dot), text.slice(dot + 1)]
    return [name.replace(/multi-.*/, 'multi-'), [hmac(body, 'base64'), hmac(body, 'base64url')].includes(signature)]
  })
  expect(Object.fromEntries(signed)).toEqual({
    'better-auth.session_token': true,
    'better-auth.session_token_multi-': true,
    'better-auth.dont_remember': true,
    'better-auth.state': false,
    'better-auth.proof': false,
  })

  const token = String(link.searchParams.get('token'))
  expect(token.endsWith(hmac(token.slice(0, token.lastIndexOf('.')), 'base64url'))).toBe(false)

  const { owner, id: organizationId } = await found(t)
  const body = { email: 'b@example.com', role: 'member', organizationId }
  const id = (await owner.post('/organization/invite-member', body)).at('id')
  const invitation = (await emailedLink(t, 'b@example.com', 'invitation')).searchParams.get('token')
  for (const text of [`${id}:b@example.com`, `accept-invitation:${id}:b@example.com`]) {
    expect(invitation).not.toBe(hmac(text, 'base64url'))
  }
})

test('rejects a cookie of another kind', async () => {
  const browser = t.browser()
  const { jar } = await t.signUp()
  const back = (await browser.post('/sign-in/social', { provider: 'github', errorCallbackURL: '/failed' })).at('url')
  browser.jar.set('better-auth.state', String(jar.get('better-auth.session_token')))
  const state = new URL(back).searchParams.get('state')
  const response = await browser.get(`/callback/github?code=x&state=${state}`)
  expect(response.location).toBe(`${t.ctx.config.baseUrl}/error?error=state_mismatch`)
})
