import { describe, expect, test } from 'vitest'
import { createNpmClient, npmClientVersions } from './testing/npm-client.ts'
import { emailedLink, tokenOf } from './testing/emailed-link.ts'
import { startTestApp } from './testing/start-test-app.ts'
import { testPassword } from './testing/test-password.ts'

const t = await startTestApp()
const baseURL = (await t.app.listen({ port: 0 })) + t.ctx.config.AUTH_BASE_PATH

const id = expect.stringMatching(/^[a-zA-Z0-9]{32}$/)
const date = expect.any(Date)
const refusal = (status: number, statusText: string, code: string, message: string) => ({
  data: null,
  error: { status, statusText, code, message },
})
const unauthorized = refusal(401, 'Unauthorized', 'UNAUTHORIZED', 'Unauthorized')
const next = 'another good password'

/** The link and its parameters in the newest email of a kind. */
async function mailed(to: string, template: string): Promise<{ path: string; token: string }> {
  const link = await emailedLink(t, to, template)
  return { path: link.pathname, token: tokenOf(link) }
}

describe.each(npmClientVersions)('the client of better-auth %s', (version) => {
  const open = async () => {
    const client = await createNpmClient(version, baseURL)
    const attempt = (method: string, input?: unknown) => client.call(method, input)
    const call = async (method: string, input?: unknown) => {
      const { data, error } = await attempt(method, input)
      expect(error, method).toBeNull()
      return Object(data)
    }
    return { attempt, call }
  }
  let people = 0
  const signUp = async (fields: object = {}) => {
    const browser = await open()
    const email = `person-${(people += 1)}-${version}@x.test`
    const response = await browser.call('signUp.email', { email, name: 'Ann', password: testPassword, ...fields })
    return { ...browser, email, userId: String(response.user.id), token: String(response.token) }
  }
  const summary = (email: string) => ({
    id,
    email,
    name: 'Ann',
    image: null,
    emailVerified: false,
    createdAt: date,
    updatedAt: date,
  })

  const own = (email: string) => ({
    ...summary(email),
    username: null,
    displayUsername: null,
    language: null,
    role: 'user',
    banned: false,
    banReason: null,
    banExpires: null,
    twoFactorEnabled: false,
  })

  test('signs up, in and out', async () => {
    const ann = await signUp()
    expect(await ann.call('getSession')).toEqual({
      session: {
        id,
        token: ann.token,
        userId: ann.userId,
        expiresAt: date,
        createdAt: date,
        updatedAt: date,
        ipAddress: '127.0.0.1',
        userAgent: expect.any(String),
        activeOrganizationId: null,
        activeTeamId: null,
        impersonatedBy: null,
      },
      user: own(ann.email),
    })
    expect(await ann.call('signOut')).toEqual({ success: true })
    expect(await ann.attempt('getSession')).toEqual({ data: null, error: null })
    expect(await ann.call('signIn.email', { email: ann.email, password: testPassword, rememberMe: false })).toEqual({
      redirect: false,
      token: id,
      user: own(ann.email),
    })
    expect(await ann.attempt('signIn.email', { email: ann.email, password: 'wrong password' })).toEqual(
      refusal(401, 'Unauthorized', 'INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password'),
    )
    expect(await ann.attempt('signUp.email', { email: ann.email, name: 'x', password: testPassword })).toEqual(
      refusal(422, 'Unprocessable Entity', 'USER_ALREADY_EXISTS', 'User already exists'),
    )
  })

  test('signs in by username', async () => {
    const username = `Ann_${version}`
    const ann = await signUp({ username })
    const browser = await open()
    const response = await browser.call('signIn.username', { username: username.toLowerCase(), password: testPassword })
    const user = { ...own(ann.email), username: username.toLowerCase(), displayUsername: username }
    expect(response).toEqual({ redirect: false, token: id, user })
    expect(await browser.attempt('signIn.username', { username, password: 'wrong password' })).toEqual(
      refusal(401, 'Unauthorized', 'INVALID_USERNAME_OR_PASSWORD', 'invalid username or password'),
    )
    expect(await browser.call('isUsernameAvailable', { username })).toEqual({ available: false })
  })

  test('lists and revokes sessions', async () => {
    const ann = await signUp()
    const others = [await open(), await open(), await open()]
    const tokens: string[] = []
    for (const other of others)
      tokens.push((await other.call('signIn.email', { email: ann.email, password: testPassword })).token)
    expect(await ann.call('listSessions')).toHaveLength(4)
    expect(await ann.call('revokeSession', { token: tokens[0] })).toEqual({ status: true })
    expect(await others[0]?.attempt('getSession')).toEqual({ data: null, error: null })
    expect(await ann.attempt('revokeSession', { token: tokens[0] })).toEqual(
      refusal(400, 'Bad Request', 'SESSION_NOT_FOUND', 'Session not found'),
    )
    expect(await ann.call('revokeOtherSessions')).toEqual({ status: true })
    expect(await others[1]?.attempt('getSession')).toEqual({ data: null, error: null })
    expect(await ann.call('revokeSessions')).toEqual({ status: true })
    expect(await ann.attempt('listSessions')).toEqual(unauthorized)
  })

  test('changes the profile', async () => {
    const ann = await signUp()
    expect(await ann.call('updateUser', { name: 'Anna', image: '/a.png' })).toEqual({ status: true })
    expect(await ann.call('getSession')).toMatchObject({ user: { name: 'Anna', image: '/a.png' } })
    expect(await ann.call('listAccounts')).toEqual([
      {
        id,
        provider: 'credential',
        providerId: 'credential',
        accountId: ann.userId,
        userId: ann.userId,
        scopes: [],
        createdAt: date,
        updatedAt: date,
      },
    ])
  })

  test('verifies and changes the email', async () => {
    const ann = await signUp()
    expect(await ann.call('sendVerificationEmail', { email: ann.email, callbackURL: '/welcome' })).toEqual({
      status: true,
    })
    const { token } = await mailed(ann.email, 'verification')
    expect(await ann.call('verifyEmail', { query: { token } })).toEqual({ status: true, user: null })
    expect(await ann.call('getSession')).toMatchObject({ user: { emailVerified: true } })
    const newEmail = `changed-${version}@x.test`
    expect(await ann.call('changeEmail', { newEmail })).toEqual({ status: true })
    const change = await mailed(ann.email, 'changeEmail')
    expect(await ann.call('verifyEmail', { query: { token: change.token } })).toEqual({
      status: true,
      user: summary(newEmail),
    })
    expect(await ann.attempt('verifyEmail', { query: { token: 'x' } })).toEqual(
      refusal(401, 'Unauthorized', 'INVALID_TOKEN', 'invalid_token'),
    )
  })

  test('changes and resets the password', async () => {
    const ann = await signUp()
    expect(
      await ann.call('changePassword', { currentPassword: testPassword, newPassword: next, revokeOtherSessions: true }),
    ).toEqual({
      token: id,
      user: own(ann.email),
    })
    expect(await ann.attempt('changePassword', { currentPassword: testPassword, newPassword: next })).toEqual(
      refusal(400, 'Bad Request', 'INVALID_PASSWORD', 'Invalid password'),
    )
    const requested = {
      status: true,
      message: 'If this email exists in our system, check your email for the reset link',
    }
    expect(await ann.call('forgetPassword', { email: ann.email, redirectTo: '/reset' })).toEqual(requested)
    const { token } = await mailed(ann.email, 'resetPassword')
    expect(await ann.call('resetPassword', { newPassword: testPassword, token })).toEqual({ status: true })
    expect(await ann.attempt('resetPassword', { newPassword: testPassword, token })).toEqual(
      refusal(400, 'Bad Request', 'INVALID_TOKEN', 'invalid token'),
    )
    if (version === '1.2.12') expect(await ann.call('requestPasswordReset', { email: ann.email })).toEqual(requested)
  })

  test('transfers a session with a one-time token', async () => {
    const ann = await signUp()
    const { token } = await ann.call('oneTimeToken.generate')
    const browser = await open()
    expect(await browser.call('oneTimeToken.verify', { token })).toEqual(await ann.call('getSession'))
    expect(await browser.call('getSession')).toMatchObject({ user: { id: ann.userId } })
    expect(await browser.attempt('oneTimeToken.verify', { token })).toEqual(
      refusal(400, 'Bad Request', 'INVALID_TOKEN', 'Invalid token'),
    )
  })

  test('switches between users in one browser', async () => {
    const [ann, bob] = [await signUp(), await signUp()]
    const second = await ann.call('signIn.email', { email: bob.email, password: testPassword })
    expect(await ann.call('multiSession.listDeviceSessions')).toHaveLength(2)
    expect(await ann.call('multiSession.setActive', { sessionToken: ann.token })).toMatchObject({
      user: { id: ann.userId },
    })
    expect(await ann.call('getSession')).toMatchObject({ user: { id: ann.userId } })
    expect(await ann.call('multiSession.revoke', { sessionToken: second.token })).toEqual({ status: true })
    expect(await ann.attempt('multiSession.setActive', { sessionToken: second.token })).toEqual(
      refusal(401, 'Unauthorized', 'INVALID_SESSION_TOKEN', 'Invalid session token'),
    )
  })

  test('deletes an account whose email is not proved', async () => {
    const ann = await signUp()
    expect(await ann.call('deleteUser', { password: testPassword, callbackURL: '/bye' })).toEqual({
      success: true,
      message: 'User deleted',
    })
    expect(await ann.attempt('getSession')).toEqual({ data: null, error: null })
  })

  test('deletes the account by the emailed link', async () => {
    const ann = await signUp()
    await ann.call('sendVerificationEmail', { email: ann.email })
    await ann.call('verifyEmail', { query: { token: (await mailed(ann.email, 'verification')).token } })
    expect(await ann.call('deleteUser', { password: testPassword, callbackURL: '/bye' })).toEqual({
      success: true,
      message: 'Verification email sent',
    })
    const { path, token } = await mailed(ann.email, 'deleteUser')
    expect(path).toBe('/api/auth/delete-user/callback')
    expect(await ann.call('deleteUser', { token })).toEqual({ success: true, message: 'User deleted' })
    expect(await ann.attempt('getSession')).toEqual({ data: null, error: null })
    expect(await ann.attempt('signIn.email', { email: ann.email, password: testPassword })).toMatchObject({
      error: { status: 401 },
    })
  })
})
