import { sql } from 'database/sql.ts'
import { expect, test } from 'vitest'
import type { Result } from './testing/browser.ts'
import { processMailRequests } from './mail-worker.ts'
import { emailedToken, tokenOf } from './testing/emailed-link.ts'
import { adoptedHash, startTestApp } from './testing/start-test-app.ts'
import { testPassword } from './testing/test-password.ts'
import { statementsWait } from './testing/statements.ts'

const t = await startTestApp({ DELETE_USER_CONFIRM_BY_MAIL: 'true' })

/** Runs it 32 times concurrently, and counts the statuses (and codes). */
async function atOnce(act: (index: number) => Promise<Result>): Promise<Record<string, number>> {
  const responses = await Promise.all(Array.from({ length: 32 }, (_, index) => act(index)))
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const key = [status, Object(body).code].filter(Boolean).join(' ')
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

test('signs up an email once', async () => {
  const counts = await atOnce(() =>
    t.post('/sign-up/email', { email: 'Race@example.com', password: testPassword, name: 'x' }),
  )
  expect(counts).toEqual({ 200: 1, '422 USER_ALREADY_EXISTS': 31 })
  expect(
    await t.ctx.db
      .read`select 1 from "session" s join "user" u on u."id" = s."userId" where u."email" = 'race@example.com'`,
  ).toHaveLength(1)
})

test('takes a username once, at sign-up and later', async () => {
  const counts = await atOnce((index) =>
    t.post('/sign-up/email', {
      email: `u${index}@example.com`,
      password: testPassword,
      name: 'x',
      username: index % 2 ? 'Racer' : 'rACER',
    }),
  )
  expect(counts).toEqual({ 200: 1, '422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER': 31 })
  const people = await Promise.all(Array.from({ length: 32 }, () => t.signUp()))
  const renamed = await atOnce(
    async (index) => (await people[index]?.post('/update-user', { username: 'renamed' })) ?? expect.unreachable(),
  )
  expect(renamed).toEqual({ 200: 1, '422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER': 31 })
})

test('changes to an email once', async () => {
  const people = await Promise.all(Array.from({ length: 32 }, () => t.signUp()))
  const counts = await atOnce(
    async (index) =>
      (await people[index]?.post('/change-email', { newEmail: 'wanted@example.com' })) ?? expect.unreachable(),
  )
  expect(counts).toEqual({ 200: 1, '400 COULDNT_UPDATE_YOUR_EMAIL': 31 })
})

test('uses a reset token once, with the password of the winner', async () => {
  const ann = await t.signUp()
  await t.post('/forget-password', { email: ann.email })
  const token = await emailedToken(t, ann.email, 'resetPassword')
  const passwords = Array.from({ length: 32 }, (_, index) => `new password ${index}`)
  let winner = -1
  const counts = await atOnce(async (index) => {
    const response = await t.post('/reset-password', { token, newPassword: passwords[index] })
    if (response.status === 200) winner = index
    return response
  })
  expect(counts).toEqual({ 200: 1, '400 INVALID_TOKEN': 31 })
  expect((await t.post('/sign-in/email', { email: ann.email, password: passwords[winner] })).status).toBe(200)
})

test('keeps one of several concurrent reset tokens', async () => {
  const ann = await t.signUp()
  expect(await atOnce(() => t.post('/forget-password', { email: ann.email }))).toEqual({ 200: 32 })
  const links = (await t.emails(ann.email)).flatMap(({ data }) => (data['url'] ? [tokenOf(new URL(data['url']))] : []))
  expect(links).toHaveLength(5) // a mailbox gets no more of them in an hour
  const targets = await Promise.all(
    links.map(async (token) => (await t.get(`/reset-password/${token}?callbackURL=/`)).location),
  )
  expect(targets.filter((target) => target?.includes('?token='))).toHaveLength(1)
})

test('redeems a one-time token once', async () => {
  const ann = await t.signUp()
  const token = (await ann.get('/one-time-token/generate')).at('token')
  expect(await atOnce(() => t.post('/one-time-token/verify', { token }))).toEqual({
    200: 1,
    '400 INVALID_TOKEN': 31,
  })
})

test('uses a deletion token once', async () => {
  const ann = await t.signUp({ emailVerified: true })
  await ann.post('/delete-user', { password: testPassword })
  const token = await emailedToken(t, ann.email, 'deleteUser')
  const jar = new Map(ann.jar)
  const counts = await atOnce(async () => {
    const browser = t.browser()
    for (const [name, value] of jar) browser.jar.set(name, value)
    return browser.get('/delete-user/callback', { query: { token } })
  })
  expect(counts['200']).toBe(1)
  expect((counts['404 INVALID_TOKEN'] ?? 0) + (counts['404 FAILED_TO_GET_USER_INFO'] ?? 0)).toBe(31)
})

test('uses a link that changes the email once', async () => {
  const ann = await t.signUp({ emailVerified: true })
  await ann.post('/change-email', { newEmail: 'moved@example.com' })
  const token = await emailedToken(t, ann.email, 'changeEmail')
  const counts = await atOnce(() => ann.get('/verify-email', { query: { token } }))
  expect(counts['200']).toBe(1)
  expect((await t.emails('moved@example.com')).filter(({ template }) => template === 'verification')).toHaveLength(1)
})

test('changes a password for one of several concurrent callers', async () => {
  const ann = await t.signUp()
  const counts = await atOnce((index) =>
    ann.post('/change-password', { currentPassword: testPassword, newPassword: `new password ${index}` }),
  )
  expect(counts).toEqual({ 200: 1, '400 INVALID_PASSWORD': 31 })
})

test.each([
  ['a reset', 'device'],
  ['a reset', 'session'],
  ['a change', 'device'],
  ['a change', 'session'],
])('ends a concurrent sign-in with the old password after %s, at the %s', async (kind, table) => {
  const ann = await t.signUp()
  await t.post('/forget-password', { email: ann.email })
  const token = await emailedToken(t, ann.email, 'resetPassword')
  const passwords = { currentPassword: testPassword, newPassword: 'another password' }
  const replace = () =>
    kind === 'a reset'
      ? t.post('/reset-password', { token, ...passwords })
      : ann.post('/change-password', { ...passwords, revokeOtherSessions: true })
  const thief = t.browser()
  const signIn = () => thief.post('/sign-in/email', { email: ann.email, password: testPassword })
  // A sign-in saves the device last, and a password change ends the sessions last.
  const [first, second] = table === 'device' ? [signIn, replace] : [replace, signIn]
  const both = await t.ctx.database.begin(async (db) => {
    await db.write`select from ${sql(table)} where "userId" = ${ann.id} for update`
    const [one, other] = [first(), statementsWait(t, 1).then(second)]
    await statementsWait(t, 2)
    return { requests: Promise.all([one, other]) }
  })
  await both.requests
  expect((await thief.get('/get-session')).body).toBeNull()
  const signInAgain = { email: ann.email, password: passwords.newPassword }
  expect((await t.post('/sign-in/email', signInAgain)).status).toBe(200)
})

test('ends a pending reset token when the email changes', async () => {
  const ann = await t.signUp()
  const both = await t.ctx.database.begin(async (db) => {
    await db.write`lock table "mail" in exclusive mode`
    await t.post('/forget-password', { email: ann.email })
    const reset = processMailRequests(t.ctx)
    await statementsWait(t, 1)
    const change = ann.post('/change-email', { newEmail: 'away@example.com' })
    await statementsWait(t, 2)
    return { change, reset }
  })
  expect(await both.reset).toBe(true)
  expect((await both.change).status).toBe(200)
  const token = await emailedToken(t, ann.email, 'resetPassword')
  expect((await t.post('/reset-password', { token, newPassword: 'another password' })).status).toBe(400)
})

test('reports a new device once', async () => {
  const ann = await t.signUp()
  const headers = { 'user-agent': 'A new device' }
  await atOnce(() => t.post('/sign-in/email', { email: ann.email, password: testPassword }, { headers }))
  expect(await t.emails(ann.email)).toHaveLength(1)
})

test('extends a due session in several calls, and never a revoked one', async () => {
  const ann = await t.signUp()
  t.clock.advance(2 * 86_400)
  expect(await atOnce(() => ann.get('/get-session'))).toEqual({ 200: 32 })
  t.clock.advance(2 * 86_400)
  await Promise.all([ann.post('/revoke-sessions'), ...Array.from({ length: 31 }, () => ann.get('/get-session'))])
  expect(await t.ctx.db.read`select 1 from "session" where "userId" = ${ann.id}`).toHaveLength(0)
})

test.runIf(process.env['TEST_FULL'])('replaces a hash of better-auth during concurrent sign-ins', async () => {
  const ann = await t.signUp()
  await t.ctx.db.write`update "account" set "password" = ${adoptedHash} where "userId" = ${ann.id}`
  const counts = await atOnce(() => t.post('/sign-in/email', { email: ann.email, password: 'password1' }))
  expect(counts).toEqual({ 200: 32 })
})
