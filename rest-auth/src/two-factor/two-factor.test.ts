import { expect, test } from 'vitest'
import { refusal, type Browser } from '../testing/browser.ts'
import { factors, resealAfter } from '../sealed-rows.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword as password } from '../testing/test-password.ts'
import { keyOf, open, openIfPossible } from './secret.ts'
import { codeAt, stepAt } from './totp.ts'
import { findFactor } from './two-factor.sql.ts'
import { enableTwoFactor, scanSecret, signInWithCode } from '../testing/two-factor.ts'

const t = await startTestApp()

const asked = { twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] }
const invalidCode = refusal(401, 'INVALID_CODE', 'Invalid code')
const noRequest = refusal(401, 'INVALID_TWO_FACTOR_COOKIE', 'Invalid two factor cookie')
const signIn = (browser: Browser, email: string, more: object = {}) =>
  browser.post('/sign-in/email', { email, password, ...more })
const verify = (browser: Browser, code: string, more: object = {}) =>
  browser.post('/two-factor/verify-totp', { code, ...more })
const useBackupCode = (browser: Browser, code: string, more: object = {}) =>
  browser.post('/two-factor/verify-backup-code', { code, ...more })
const sessionsOf = async (id: string) =>
  t.ctx.db.read<{ secondFactor: string | null; hasTime: boolean; length: number }[]>`
    select "secondFactor", "secondFactorAt" = "createdAt" as "hasTime",
      extract(epoch from "expiresAt" - "createdAt")::int as "length"
    from "session" where "userId" = ${id} order by "createdAt", "id"`
const userOf = async (browser: Browser) => Object((await browser.get('/get-session')).body)?.user?.id ?? null
const eventsOf = async (browser: Browser) =>
  Object((await browser.get('/activity')).body).entries.map(({ event }: { event: string }) => event)

test('is enabled by the first code of the app, and asks for one from then on', async () => {
  const ann = await t.signUp()
  const app = await scanSecret(t, ann)
  expect((await signIn(t.browser(), ann.email)).at('token')).toBeTruthy()
  expect((await ann.get('/two-factor/status')).body).toMatchObject({ enabled: false, since: null, backupCodesLeft: 0 })
  expect((await verify(ann, '000000')).outcome).toEqual(invalidCode)
  const enabled = await verify(ann, app.nextCode())
  expect([enabled.status, enabled.at('token'), Object(enabled.body).user.twoFactorEnabled]).toEqual([
    200,
    ann.token,
    true,
  ])
  expect((await ann.get('/two-factor/status')).body).toEqual({
    enabled: true,
    since: t.clock.now().toISOString(),
    backupCodesLeft: 10,
    trustedDevices: [],
  })
  const other = t.browser()
  const first = await signIn(other, ann.email)
  expect(first.outcome).toEqual([200, asked])
  expect(first.headers['set-auth-token']).toBeUndefined()
  expect([...other.jar.keys()]).toEqual(['better-auth.two_factor'])
  expect(await userOf(other)).toBeNull()
  const shown = await verify(other, app.nextCode())
  expect(shown.body).toMatchObject({ token: expect.any(String), user: { id: ann.id, twoFactorEnabled: true } })
  expect(other.jar.has('better-auth.two_factor')).toBe(false)
  expect(await userOf(other)).toBe(ann.id)
  expect((await sessionsOf(ann.id)).at(-1)).toMatchObject({ secondFactor: 'totp', hasTime: true })
  expect((await t.emails(ann.email)).map(({ template }) => template)).toEqual(['twoFactorEnabled'])
  expect((await eventsOf(ann)).slice(0, 2)).toEqual(['session.created', 'two-factor.enabled'])
})

test('keeps the choice not to be remembered', async () => {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  const other = t.browser()
  await signIn(other, ann.email, { rememberMe: false })
  await verify(other, app.nextCode())
  expect((await sessionsOf(ann.id)).map(({ length }) => length)).toEqual([7 * 86_400, 86_400])
  expect(other.jar.has('better-auth.dont_remember')).toBe(true)
})

test('lasts ten minutes, in the browser of the sign-in only', async () => {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  const [own, late] = [t.browser(), t.browser()]
  await signIn(own, ann.email)
  expect((await verify(t.browser(), app.nextCode())).outcome).toEqual(noRequest)
  expect((await verify(own, app.nextCode())).status).toBe(200)
  await signIn(late, ann.email)
  t.clock.advance(601)
  expect((await verify(late, app.nextCode())).outcome).toEqual(noRequest)
})

test('accepts no code twice, even at once', async () => {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  const browsers = Array.from({ length: 8 }, () => t.browser())
  for (const browser of browsers) await signIn(browser, ann.email)
  const code = app.nextCode()
  const outcomes = await Promise.all(browsers.map((browser) => verify(browser, code)))
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(401)])
  const [loser] = browsers.filter((_, index) => outcomes[index]?.status === 401)
  if (!loser) throw new Error('Nobody lost')
  // Nor an older one, nor the same sign-in again.
  expect((await verify(loser, app.code(-30))).outcome).toEqual(invalidCode)
  expect((await verify(loser, app.code())).outcome).toEqual(invalidCode)
  expect((await verify(loser, app.nextCode())).status).toBe(200)
  const [winner] = browsers.filter((_, index) => outcomes[index]?.status === 200)
  if (winner) expect(await userOf(winner)).toBe(ann.id)
})

test('answers one sign-in once, even with two codes at once', async () => {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  const own = t.browser()
  await signIn(own, ann.email)
  t.clock.advance(60)
  const copies = [own, ...[1, 2, 3].map(() => t.browser())]
  for (const copy of copies) for (const [name, value] of own.jar) copy.jar.set(name, value)
  const all = [app.code(-30), app.code(), app.code(30), app.backupCodes[0] ?? '']
  const outcomes = await Promise.all(
    copies.map((copy, index) => (index < 3 ? verify : useBackupCode)(copy, all[index] ?? '')),
  )
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('refuses the code of a clock that is a day off', async () => {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  const own = t.browser()
  await signIn(own, ann.email)
  for (const off of [-86_400, 86_400, -90, 90]) expect((await verify(own, app.code(off))).outcome).toEqual(invalidCode)
  expect((await verify(own, app.code(30))).status).toBe(200)
})

test('accepts each backup code once, in any spelling, and tells its owner', async () => {
  const ann = await t.signUp({ emailVerified: true })
  const { backupCodes } = await enableTwoFactor(t, ann)
  expect(new Set(backupCodes).size).toBe(10)
  const [first = '', second = ''] = backupCodes
  expect(first).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const browsers = Array.from({ length: 4 }, () => t.browser())
  for (const browser of browsers) await signIn(browser, ann.email)
  const outcomes = await Promise.all(browsers.map((browser) => useBackupCode(browser, first)))
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  expect(outcomes.find(({ status }) => status === 401)?.at('code')).toBe('INVALID_BACKUP_CODE')
  const other = t.browser()
  await signIn(other, ann.email)
  expect((await useBackupCode(other, ` ${second.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
  expect((await ann.get('/two-factor/status')).body).toMatchObject({ backupCodesLeft: 8 })
  expect((await sessionsOf(ann.id)).at(-1)).toMatchObject({ secondFactor: 'backup-code' })
  const used = (await t.emails(ann.email)).filter(({ template }) => template === 'backupCodeUsed')
  expect(used.map(({ data }) => Object(data).left)).toEqual(['9', '8'])
  expect(await eventsOf(ann)).toContain('backup-code.used')
  // Only checked: it is used up, and nobody is signed in.
  const checking = t.browser()
  await signIn(checking, ann.email)
  const checked = await useBackupCode(checking, backupCodes[2] ?? '', { disableSession: true })
  expect(checked.body).toEqual({ user: expect.objectContaining({ id: ann.id }) })
  expect(await userOf(checking)).toBeNull()
})

test('replaces all backup codes', async () => {
  const ann = await t.signUp()
  const { backupCodes } = await enableTwoFactor(t, ann)
  const renewed = await ann.post('/two-factor/generate-backup-codes', { password })
  expect(renewed.body).toEqual({ status: true, backupCodes: expect.any(Array) })
  const other = t.browser()
  await signIn(other, ann.email)
  expect((await useBackupCode(other, backupCodes[0] ?? '')).status).toBe(401)
  expect((await useBackupCode(other, Object(renewed.body).backupCodes[0])).status).toBe(200)
  expect(await eventsOf(ann)).toContain('backup-codes.renewed')
})

test('stores neither the secret nor any code', async () => {
  const ann = await t.signUp()
  const started = await ann.post('/two-factor/enable', { password })
  const secret = new URL(started.at('totpURI')).searchParams.get('secret') ?? ''
  const [row] = await t.ctx.db.read`select t::text as "row" from "twoFactor" t where "userId" = ${ann.id}`
  for (const one of [secret, ...Object(started.body).backupCodes]) expect(row?.['row']).not.toContain(one)
  expect(row?.['row']).toContain('encrypted:v1:')
  // Somebody who may write to the database cannot use it in another account.
  const bob = await t.signUp()
  await scanSecret(t, bob)
  await t.ctx.db.write`
    update "twoFactor" set "secret" = (select "secret" from "twoFactor" where "userId" = ${ann.id}) where "userId" = ${bob.id}`
  expect((await verify(bob, '123456')).status).toBe(500)
})

test('asks again once it is set up again, and not while it is off', async () => {
  const ann = await t.signUp({ emailVerified: true })
  await enableTwoFactor(t, ann)
  expect((await ann.post('/two-factor/enable', { password })).at('code')).toBe('TOTP_ALREADY_ENABLED')
  const waiting = t.browser()
  await signIn(waiting, ann.email)
  expect((await ann.post('/two-factor/disable', { password: 'wrong' })).at('code')).toBe('INVALID_PASSWORD')
  expect((await ann.post('/two-factor/disable', { password })).body).toEqual({ status: true })
  expect((await ann.get('/get-session')).body).toMatchObject({ user: { twoFactorEnabled: false } })
  expect((await signIn(t.browser(), ann.email)).at('token')).toBeTruthy()
  const again = await enableTwoFactor(t, ann)
  // Sign-ins that waited for the former one have ended.
  expect((await verify(waiting, again.nextCode())).outcome).toEqual(noRequest)
  expect((await signIn(t.browser(), ann.email)).body).toEqual(asked)
  const templates = (await t.emails(ann.email)).map(({ template }) => template)
  expect(templates).toEqual(['twoFactorEnabled', 'twoFactorDisabled', 'twoFactorEnabled'])
  expect(await eventsOf(ann)).toContain('two-factor.disabled')
})

test('of one session is off in all others', async () => {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  const other = t.browser()
  await signInWithCode(other, ann.email, app)
  await ann.post('/two-factor/disable', { password })
  expect((await other.get('/get-session')).body).toMatchObject({ user: { twoFactorEnabled: false } })
  expect((await verify(other, app.nextCode())).at('code')).toBe('TOTP_NOT_ENABLED')
  expect((await other.post('/two-factor/generate-backup-codes', { password })).at('code')).toBe(
    'TWO_FACTOR_NOT_ENABLED',
  )
})

test('takes the password in place of a recent sign-in, but not of a code', async () => {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  t.clock.advance(2 * 86_400)
  const renew = (typed: string) => ann.post('/two-factor/generate-backup-codes', { password: typed })
  expect((await renew('wrong password')).at('code')).toBe('INVALID_PASSWORD')
  expect((await renew(password)).outcome).toEqual([403, expect.objectContaining({ code: 'SESSION_IS_NOT_FRESH' })])
  await verify(ann, app.nextCode())
  expect((await renew(password)).status).toBe(200)
})

test('takes a recent sign-in in place of the password of people who have none', async () => {
  const ann = await t.signUp()
  await t.ctx.db.write`update "account" set "providerId" = 'google' where "userId" = ${ann.id}`
  t.clock.advance(2 * 86_400)
  expect((await ann.post('/two-factor/enable', {})).at('code')).toBe('SESSION_IS_NOT_FRESH')
  await t.ctx.db.write`update "session" set "updatedAt" = ${t.clock.now()} where "userId" = ${ann.id}`
  expect((await ann.post('/two-factor/enable', {})).at('method')).toBe('totp')
  const bob = await t.signUp()
  expect((await bob.post('/two-factor/enable', {})).at('code')).toBe('INVALID_PASSWORD')
  expect((await bob.post('/two-factor/enable', { password, method: 'otp' })).at('code')).toBe('OTP_NOT_CONFIGURED')
})

test('survives a new AUTH_SECRET, once the former one is removed too', async () => {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  const { ctx } = t
  const secrets = ctx.config.secrets
  const rotated = { ...ctx, config: { ...ctx.config, secrets: ['a new secret of the operator', secrets[0]] as const } }
  expect(await resealAfter(rotated, factors, '')).toBe('')
  const alone = { ...ctx, config: { ...ctx.config, secrets: ['a new secret of the operator'] as const } }
  const factor = await findFactor(ctx, ann.id)
  if (!factor) throw new Error('no factor')
  expect([openIfPossible(ctx, factor), codeAt(keyOf(open(alone, factor)), stepAt(ctx.now()))]).toEqual([
    null,
    app.code(),
  ])
  // And back, for the other tests; what nothing opens stays.
  const back = { ...ctx.config, secrets: [secrets[0], 'a new secret of the operator'] as const }
  await resealAfter({ ...ctx, config: back }, factors, '')
  const other = t.browser()
  await signIn(other, ann.email)
  expect((await useBackupCode(other, app.backupCodes[0] ?? '')).status).toBe(200)
})
