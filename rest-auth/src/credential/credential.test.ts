import { describe, expect, test } from 'vitest'
import { startTestApp, testPassword } from '../testing/start-test-app.ts'

const t = await startTestApp()

const summary = (email: string) => ({
  id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
  email,
  name: 'Ann',
  image: null,
  emailVerified: false,
  createdAt: t.clock.now().toISOString(),
  updatedAt: t.clock.now().toISOString(),
})

describe('POST /sign-up/email', () => {
  test('creates the user and signs in', async () => {
    const browser = t.browser()
    const answer = await browser.post('/sign-up/email', {
      email: 'Ann@Example.com',
      password: testPassword,
      name: 'Ann',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ token: expect.stringMatching(/^[A-Za-z0-9]{32}$/), user: summary('ann@example.com') })
    const token = answer.at('token')
    expect(answer.setCookies[0]).toMatch(
      new RegExp(`^better-auth\\.session_token=${token}\\.[\\w%]+%3D; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax$`),
    )
    expect((await browser.get('/get-session')).at('session', 'token')).toBe(token)
  })

  test.each([
    [{ email: 'not an address' }, 400, 'INVALID_EMAIL', 'Invalid email'],
    [{ password: 'short' }, 400, 'PASSWORD_TOO_SHORT', 'Password too short'],
    [{ password: 'x'.repeat(129) }, 400, 'PASSWORD_TOO_LONG', 'Password too long'],
    [{ password: undefined }, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
    [{ name: undefined }, 422, 'FAILED_TO_CREATE_USER', 'Failed to create user'],
    [{ email: 'Ann@Example.com' }, 422, 'USER_ALREADY_EXISTS', 'User already exists'],
  ])('refuses %o', async (fields, status, code, message) => {
    const answer = await t
      .browser()
      .post('/sign-up/email', { email: 'bob@example.com', password: testPassword, name: 'Bob', ...fields })
    expect([answer.status, answer.body]).toEqual([status, { code, message }])
    expect(answer.setCookies).toEqual([])
  })
})

describe('POST /sign-in/email', () => {
  test('signs in, to the callbackURL if one is given', async () => {
    const { email } = await t.signUp()
    const answer = await t
      .browser()
      .post('/sign-in/email', { email: email.toUpperCase(), password: testPassword, callbackURL: '/home' })
    expect(answer.body).toEqual({ redirect: true, url: '/home', token: expect.any(String), user: summary(email) })
  })
})
