import { expect, test } from 'vitest'
import { addPasskey, usePasskey } from '../testing/authenticator.ts'
import type { Browser } from '../testing/browser.ts'
import { emailedToken } from '../testing/emailed-link.ts'
import { startSocialTestApp, visitProvider } from '../testing/social.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword as password } from '../testing/test-password.ts'
import { enableTwoFactor, signInWithCode } from '../testing/two-factor.ts'

const t = await startSocialTestApp({ RATE_LIMIT_ENABLED: 'true' })
const limits = t.ctx.config.AUTH_RATE_LIMITS

let addresses = 0
const anywhere = () => ({ remoteAddress: `10.${(addresses += 1) >> 8}.${addresses & 255}.1` })
const waiting = async (email: string, browser = t.browser()) => {
  await browser.post('/sign-in/email', { email, password }, anywhere())
  return browser
}
const guess = (browser: Browser, call: object = anywhere()) =>
  browser.post('/two-factor/verify-totp', { code: '000000' }, call)
const newPassword = 'quite another battery'
const asked = { twoFactorRedirect: true }

test('guesses of codes from one network wait longer and longer, and those of all networks end', async () => {
  const ann = await t.signUp({ emailVerified: true })
  await enableTwoFactor(t, ann)
  const attacker = await waiting(ann.email)
  const here = { remoteAddress: '192.0.2.1' }
  const outcomes: number[] = []
  for (let count = 0; count < 8; count++) {
    outcomes.push((await guess(attacker, here)).status)
    t.clock.advance(2)
  }
  expect(outcomes.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(outcomes).toContain(429)
  // A botnet.
  let accepted = 0
  for (let count = 0; count < 60; count++) if ((await guess(await waiting(ann.email))).status === 401) accepted += 1
  expect(accepted + outcomes.filter((status) => status === 401).length).toBe(limits['codes/account'].max)
  const [notice] = (await t.emails(ann.email)).filter(({ template }) => template === 'wrongCodes')
  expect(notice).toBeDefined()
})

test('a botnet that knows the password keeps its owner neither out of known browsers nor, after a new password, out of others', async () => {
  const ann = await t.signUp({ emailVerified: true })
  const app = await enableTwoFactor(t, ann)
  for (let count = 0; count < 40; count++) await guess(await waiting(ann.email))
  const known = t.browser()
  for (const [name, value] of ann.jar) if (name.endsWith('known_browser')) known.jar.set(name, value)
  await waiting(ann.email, known)
  const code = { code: app.nextCode() }
  expect((await known.post('/two-factor/verify-totp', code, anywhere())).status).toBe(200)
  const elsewhere = await waiting(ann.email)
  expect((await elsewhere.post('/two-factor/verify-totp', { code: app.nextCode() }, anywhere())).status).toBe(429)
  await t.post('/request-password-reset', { email: ann.email }, anywhere())
  const token = await emailedToken(t, ann.email, 'resetPassword')
  await t.post('/reset-password', { token, newPassword }, anywhere())
  expect((await guess(elsewhere)).at('code')).toBe('INVALID_TWO_FACTOR_COOKIE')
  const again = t.browser()
  await again.post('/sign-in/email', { email: ann.email, password: newPassword }, anywhere())
  expect((await again.post('/two-factor/verify-totp', { code: app.nextCode() }, anywhere())).status).toBe(200)
})

test('backup codes share the limit, so nobody guesses one from many addresses', async () => {
  const ann = await t.signUp()
  await enableTwoFactor(t, ann)
  const statuses: number[] = []
  for (let count = 0; count < 30; count++) {
    const browser = await waiting(ann.email)
    const code = `aaaaa-aaa${String(count).padStart(2, 'a')}`
    statuses.push((await browser.post('/two-factor/verify-backup-code', { code }, anywhere())).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(limits['codes/account'].max)
  expect(statuses.at(-1)).toBe(429)
})

test('right codes take nothing from the limit, and refused ones are in the activity, at most 20 a day', async () => {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  for (let count = 0; count < limits['codes/account'].max + 5; count++) {
    const browser = await waiting(ann.email)
    const code = app.nextCode()
    expect((await browser.post('/two-factor/verify-totp', { code }, anywhere())).status).toBe(200)
  }
  for (let day = 0; day < 2; day++) {
    for (let count = 0; count < 15; count++) await guess(await waiting(ann.email))
    t.clock.advance(3601)
  }
  await expect
    .poll(async () => {
      const rows = await t.ctx.db.read<{ reason: string }[]>`
        select "details" ->> 'reason' as "reason" from "journal" where "userId" = ${ann.id} and "event" = 'sign-in.refused'`
      return [rows.length, new Set(rows.map(({ reason }) => reason))]
    })
    .toEqual([20, new Set(['INVALID_CODE'])])
})

const endings: Record<string, (ann: Awaited<ReturnType<typeof t.signUp>>) => Promise<unknown>> = {
  'a new password': (ann) => ann.post('/change-password', { currentPassword: password, newPassword: password }),
  'a reset': async (ann) => {
    await t.post('/request-password-reset', { email: ann.email }, anywhere())
    const token = await emailedToken(t, ann.email, 'resetPassword')
    await t.post('/reset-password', { token, newPassword: password }, anywhere())
  },
  'a password that an administrator sets': async (ann) => {
    const root = await t.signUp()
    await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${root.id}`
    await root.post('/admin/set-user-password', { userId: ann.id, newPassword: password })
  },
}
test.each(Object.entries(endings))('a stolen cookie of a trusted device ends with %s', async (_, end) => {
  t.clock.advance(60)
  const ann = await t.signUp({ emailVerified: true })
  const app = await enableTwoFactor(t, ann)
  const device = t.browser()
  await signInWithCode(device, ann.email, app, { trustDevice: true })
  const thief = t.browser()
  for (const [name, value] of device.jar) if (name.endsWith('trust_device')) thief.jar.set(name, value)
  expect((await thief.post('/sign-in/email', { email: ann.email, password }, anywhere())).at('token')).toBeTruthy()
  const later = await waiting(ann.email)
  await end(ann)
  expect((await thief.post('/sign-in/email', { email: ann.email, password }, anywhere())).body).toMatchObject(asked)
  // A sign-in that the old password began does not go on.
  const code = { code: app.nextCode() }
  expect((await later.post('/two-factor/verify-totp', code, anywhere())).at('code')).toBe('INVALID_TWO_FACTOR_COOKIE')
})

test.each(['a reset', 'a provider'])('factors of somebody who never proved the email end with %s', async (way) => {
  t.clock.advance(60)
  const maker = await t.signUp()
  const passkey = await addPasskey(maker)
  await enableTwoFactor(t, maker)
  await maker.post('/sign-in/email', { email: maker.email, password }, anywhere())
  const owner = t.browser()
  if (way === 'a provider') await visitProvider(owner, 'github', { email: maker.email })
  else {
    await t.post('/request-password-reset', { email: maker.email }, anywhere())
    const token = await emailedToken(t, maker.email, 'resetPassword')
    await owner.post('/reset-password', { token, newPassword }, anywhere())
    const signedIn = await owner.post('/sign-in/email', { email: maker.email, password: newPassword }, anywhere())
    expect(signedIn.at('token')).toBeTruthy()
  }
  expect((await owner.get('/get-session')).body).toMatchObject({ user: { id: maker.id, twoFactorEnabled: false } })
  expect((await usePasskey(t.browser(), passkey)).at('code')).toBe('PASSKEY_NOT_FOUND')
  const left = await t.ctx.db.read`
    select 1 from "twoFactor" where "userId" = ${maker.id} union all select 1 from "trustedDevice" where "userId" = ${maker.id}
    union all select 1 from "verification" where "value" = ${maker.id} and "identifier" like 'second-factor:%'`
  expect(left).toEqual([])
})

test('nothing about factors can be learned without the first one', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  await enableTwoFactor(t, ann)
  t.clock.advance(60)
  const outcomes = await Promise.all(
    [ann, bob].map(async ({ email }) => {
      const wrong = await t.post('/sign-in/email', { email, password: 'wrong password' }, anywhere())
      return [wrong.outcome, (await guess(t.browser())).outcome, (await t.get('/two-factor/status')).outcome]
    }),
  )
  expect(outcomes[0]).toEqual(outcomes[1])
})

test('a step-up needs the factor in this session: to trust the device is not enough', async () => {
  t.clock.advance(60)
  const ann = await t.signUp({ emailVerified: true })
  const app = await enableTwoFactor(t, ann)
  const device = t.browser()
  await signInWithCode(device, ann.email, app, { trustDevice: true })
  const stepUps = (browser: Browser) =>
    Promise.all([
      browser.post('/link-social', { provider: 'github' }),
      browser.post('/export-data', {}, anywhere()),
      browser.post('/two-factor/disable', { password }),
      browser.post('/two-factor/get-totp-uri', { password }),
      browser.post('/delete-user', { password }),
      browser.post('/revoke-sessions', {}, { headers: { 'x-require-fresh-session': 'true' } }),
    ])
  await device.post('/sign-in/email', { email: ann.email, password }, anywhere())
  for (const refused of await stepUps(device))
    expect(refused.at('code')).toMatch(/SESSION_IS_NOT_FRESH|SESSION_EXPIRED_REAUTHENTICATE/)
  expect((await device.post('/two-factor/verify-totp', { code: '000000' })).at('code')).toBe('INVALID_CODE')
  expect((await device.post('/link-social', { provider: 'github' })).status).toBe(403)
  expect((await device.post('/two-factor/verify-totp', { code: app.nextCode() })).status).toBe(200)
  expect((await device.post('/link-social', { provider: 'github' })).status).toBe(200)
  // The code alone does not renew a session of yesterday.
  t.clock.advance(2 * 86_400)
  await device.post('/two-factor/verify-totp', { code: app.nextCode() })
  expect((await device.post('/link-social', { provider: 'github' })).status).toBe(403)
  // Password and code do, and so does a passkey.
  const own = t.browser()
  await signInWithCode(own, ann.email, app)
  expect((await own.post('/link-social', { provider: 'github' })).status).toBe(200)
  const passkey = await addPasskey(own)
  t.clock.advance(2 * 86_400)
  await usePasskey(device, passkey)
  expect((await device.post('/link-social', { provider: 'github' })).status).toBe(200)
})

test('with ADMIN_SECOND_FACTOR_REQUIRED, an administrator acts only after showing one, and can set one up', async () => {
  t.clock.advance(60)
  const strict = await startTestApp({ ADMIN_SECOND_FACTOR_REQUIRED: 'true' }, 4, { via: () => t.databaseUrl })
  const [root, ann] = [await strict.signUp(), await strict.signUp()]
  await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${root.id}`
  const ban = () => root.post('/admin/unban-user', { userId: ann.id })
  const impersonate = () => root.post('/admin/impersonate-user', { userId: ann.id })
  expect((await root.get('/admin/list-users')).status).toBe(200)
  expect([(await ban()).at('code'), (await impersonate()).at('code')]).toEqual(Array(2).fill('SECOND_FACTOR_REQUIRED'))
  await enableTwoFactor(strict, root)
  expect((await ban()).status).toBe(200)
  const { token } = Object((await impersonate()).body).session
  expect(await t.ctx.db.read`select "secondFactor" from "session" where "token" = ${token}`).toEqual([
    { secondFactor: 'totp' },
  ])
})

test('a renewed session keeps its level, and a one-time token carries it', async () => {
  t.clock.advance(60)
  const ann = await t.signUp()
  await enableTwoFactor(t, ann)
  const change = { currentPassword: password, newPassword: password, revokeOtherSessions: true }
  await ann.post('/change-password', change)
  expect((await ann.post('/link-social', { provider: 'github' })).status).toBe(200)
  const { token } = Object((await ann.get('/one-time-token/generate')).body)
  const other = t.browser()
  await other.post('/one-time-token/verify', { token }, anywhere())
  expect((await other.post('/link-social', { provider: 'github' })).status).toBe(200)
  await t.ctx.db.write`update "session" set "secondFactor" = null, "secondFactorAt" = null where "userId" = ${ann.id}`
  t.clock.advance(11)
  await ann.post('/change-password', change)
  expect((await ann.post('/link-social', { provider: 'github' })).status).toBe(403)
})
