import { describe, expect, test } from 'vitest'
import { refusal } from '../testing/browser.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()
const wrong = { code: 'INVALID_USERNAME_OR_PASSWORD', message: 'invalid username or password' }

describe('POST /sign-in/username', () => {
  test('redirects if a newer client requests it, and supports rememberMe', async () => {
    await t.signUp({ username: 'newer' })
    const response = await t.post('/sign-in/username', {
      username: 'newer',
      password: testPassword,
      callbackURL: '/home',
      rememberMe: false,
    })
    expect(response.body).toMatchObject({ redirect: true, url: '/home' })
    expect(response.setCookies[0]).not.toContain('Max-Age')
  })

  test.each([
    [{ username: 'known user' }, 422, { code: 'USERNAME_IS_INVALID', message: 'username is invalid' }],
    [{ username: 7 }, 400, { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' }],
  ])('rejects %o', async (fields, status, body) => {
    const response = await t.post('/sign-in/username', { password: testPassword, ...fields })
    expect(response.outcome).toEqual([status, body])
  })
})

describe('with EMAIL_VERIFICATION_REQUIRED', async () => {
  const strict = await startTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' })

  test('checks the password before it reveals or emails anything', async () => {
    await strict.post('/sign-up/email', {
      email: 'ann@example.com',
      password: testPassword,
      name: 'Ann',
      username: 'ann',
    })
    const before = (await strict.emails()).length
    const guess = await strict.post('/sign-in/username', { username: 'ann', password: 'wrong password' })
    expect(guess.outcome).toEqual([401, wrong])
    expect(await strict.emails()).toHaveLength(before)
    const response = await strict.post('/sign-in/username', { username: 'ann', password: testPassword })
    expect(response.outcome).toEqual(refusal(403, 'EMAIL_NOT_VERIFIED', 'email not verified'))
    expect(await strict.emails()).toHaveLength(before + 1)
  })
})

describe('POST /is-username-available', () => {
  test('returns whether a name is available', async () => {
    await t.signUp({ username: 'Taken' })
    const ask = async (username: unknown) => (await t.post('/is-username-available', { username })).outcome
    expect(await ask('TAKEN')).toEqual([200, { available: false }])
    expect(await ask('free')).toEqual([200, { available: true }])
    expect(await ask('a b')).toEqual(refusal(422, 'USERNAME_IS_INVALID', 'username is invalid'))
    expect(await ask(null)).toEqual(refusal(400, 'VALIDATION_ERROR', 'Invalid body parameters'))
  })
})
