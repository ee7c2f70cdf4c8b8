import { expect, test } from 'vitest'
import { commands } from '../../admin.ts'
import { addOperator } from '../../operator/operator.ts'
import { emailedLink, emailedToken } from '../../testing/emailed-link.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { statementsWait } from '../../testing/statements.ts'
import { testPassword } from '../../testing/test-password.ts'
import { findUserById } from '../../user/user.sql.ts'
import { makeDueReset } from './factor-reset.ts'

const t = await startTestApp()
const set = (id: string, column: string, value: string | boolean) =>
  t.ctx.db.unsafe(`update "user" set "${column}" = $1 where "id" = $2`, [value, id])
const hours = (count: number) => t.clock.advance(count * 3600)
const makeAll = async () => {
  while (await makeDueReset(t.ctx));
}

async function administrator(): Promise<SignedIn> {
  const one = await t.signUp({ name: 'Root' })
  await set(one.id, 'role', 'admin')
  return one
}

/** With an app, codes, a trusted browser and a passkey. */
async function person(): Promise<SignedIn> {
  const own = await t.signUp({ emailVerified: true })
  const { id } = own
  await set(id, 'twoFactorEnabled', true)
  await t.ctx.db.write`
    insert into "twoFactor" ("userId", "secret", "verifiedAt", "backupCodes", "createdAt") values (${id}, 'sealed', now(), '{x}', now())`
  await t.ctx.db.write`
    insert into "trustedDevice" ("id", "userId", "tokenHash", "device", "ipAddress", "createdAt", "lastUsedAt", "expiresAt")
    values (${id}, ${id}, ${id}, 'x', 'x', now(), now(), now() + interval '90 d')`
  await t.ctx.db.write`
    insert into "passkey" ("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
    values (${id}, 'Key', 'x', ${id}, ${id}, 0, 'singleDevice', false, now())`
  return own
}

const factorsOf = async ({ id }: SignedIn) => {
  const [found] = await t.ctx.db.read<object[]>`
    select (select count(*) from "twoFactor" where "userId" = u."id")::int as "apps",
      (select count(*) from "trustedDevice" where "userId" = u."id")::int as "devices",
      (select count(*) from "passkey" where "userId" = u."id")::int as "passkeys", u."twoFactorEnabled" as "isOn"
    from "user" u where u."id" = ${id}`
  return found
}
const all = { apps: 1, devices: 1, passkeys: 1, isOn: true }
const none = { apps: 0, devices: 0, passkeys: 0, isOn: false }

const ask = (by: SignedIn, { id }: SignedIn) =>
  by.post('/admin/reset-factors', { userId: id, reason: 'lost the phone' })
async function announced() {
  const [admin, ann] = [await administrator(), await person()]
  expect((await ask(admin, ann)).status).toBe(200)
  return { admin, ann }
}
type All = Awaited<ReturnType<typeof announced>>
const pendingOf = async (own: SignedIn) => (await own.get('/announced-factor-reset')).body
const stop = (token?: string) => t.post('/stop-factor-reset', { token })
const tokenOf = (ann: SignedIn) => emailedToken(t, ann.email, 'factorResetAnnounced')
const told = async ({ email }: SignedIn) => (await t.emails(email)).map(({ template }) => template)
const entriesOf = ({ id }: SignedIn) =>
  t.ctx.db.read<{ event: string; reason: string | null; actorKind: string }[]>`
    select "event", "details" ->> 'reason' as "reason", "actorKind" from "journal"
    where "userId" = ${id} and "event" like '%factor%' order by "at"`

test('removes every factor after 24 hours, not earlier, and tells the user both times', async () => {
  const { admin, ann } = await announced()
  const effectiveAt = new Date(t.clock.now().getTime() + 86_400_000).toISOString()
  expect(await pendingOf(ann)).toEqual({ effectiveAt })
  expect((await admin.get('/admin/user', { query: { id: ann.id } })).body).toMatchObject({
    hasSecondFactor: true,
    announcedFactorReset: { effectiveAt },
  })
  expect((await emailedLink(t, ann.email, 'factorResetAnnounced')).pathname).toBe('/keep-factors')
  hours(23.9)
  await makeAll()
  expect(await factorsOf(ann)).toEqual(all)
  hours(0.1)
  await makeAll()
  expect(await factorsOf(ann)).toEqual(none)
  expect((await ann.get('/get-session')).body).toBeNull()
  expect((await t.post('/sign-in/email', { email: ann.email, password: testPassword })).status).toBe(200)
  expect(await told(ann)).toEqual(expect.arrayContaining(['factorResetAnnounced', 'factorsReset']))
  expect(await entriesOf(ann)).toEqual([
    { event: 'user.factor-reset-asked', reason: 'lost the phone', actorKind: 'person' },
    { event: 'factors.reset', reason: null, actorKind: 'system' },
  ])
  expect((await stop(await tokenOf(ann))).body).toEqual({ stopped: false })
})

const objections: [string, (all: All) => Promise<unknown>][] = [
  ['a session', async ({ ann }) => (await ann.post('/stop-factor-reset', {})).body],
  ['the mailbox', async ({ ann }) => (await stop(await tokenOf(ann))).body],
]
test.each(objections)('is stopped by %s, and cannot be asked for by a call within a week', async (_, object) => {
  const { admin, ann } = await announced()
  const token = await tokenOf(ann)
  hours(23)
  expect(await object({ admin, ann })).toEqual({ stopped: true })
  expect(await pendingOf(ann)).toBeNull()
  expect((await stop(token)).body).toEqual({ stopped: false })
  hours(24 * 6)
  await makeAll()
  expect(await factorsOf(ann)).toEqual(all)
  await t.ctx.db
    .write`update "session" set "updatedAt" = ${t.clock.now()}, "expiresAt" = ${new Date(t.clock.now().getTime() + 9e8)}`
  expect((await ask(admin, ann)).at('code')).toBe('FACTOR_RESET_WAS_STOPPED')
  hours(23)
  expect((await ask(await administrator(), ann)).at('code')).toBe('FACTOR_RESET_WAS_STOPPED')
  hours(2)
  await makeAll()
  expect((await entriesOf(ann)).map(({ event }) => event)).toEqual(['user.factor-reset-asked', 'factors.reset-stopped'])
  expect((await ask(await administrator(), ann)).status).toBe(200)
  expect(await factorsOf(ann)).toEqual(all)
})

test('is stopped by nobody else, but canceled by an administrator', async () => {
  const { admin, ann } = await announced()
  const [bob, other] = [await t.signUp(), await announced()]
  expect((await stop()).status).toBe(401)
  expect((await stop('x'.repeat(24))).body).toEqual({ stopped: false })
  expect((await bob.post('/stop-factor-reset', { userId: ann.id })).body).toEqual({ stopped: false })
  expect((await stop(await tokenOf(other.ann))).body).toEqual({ stopped: true })
  expect(await pendingOf(ann)).not.toBeNull()
  await (await administrator()).post('/admin/cancel-factor-reset', { userId: ann.id, reason: 'by mistake' })
  expect(await pendingOf(ann)).toBeNull()
  expect((await ask(admin, ann)).status).toBe(200) // nobody has objected
  await admin.post('/admin/impersonate-user', { userId: ann.id })
  expect((await admin.post('/stop-factor-reset', {})).at('code')).toBe('NOT_ALLOWED_WHILE_IMPERSONATING')
})

const meanwhile: [string, (all: All) => Promise<unknown>, string][] = [
  ['the user was banned', ({ ann }) => set(ann.id, 'banned', true), 'the user is banned'],
  [
    'the user became an administrator',
    ({ ann }) => set(ann.id, 'role', 'admin'),
    'the user has become an administrator or operator',
  ],
  [
    'the user became an operator',
    async ({ ann }) => addOperator(t.ctx, (await findUserById(t.ctx, ann.id)) ?? expect.unreachable()),
    'the user has become an administrator or operator',
  ],
  ['the administrator was demoted', ({ admin }) => set(admin.id, 'role', 'user'), 'the administrator is none any more'],
  ['the administrator was banned', ({ admin }) => set(admin.id, 'banned', true), 'the administrator is none any more'],
  [
    'the administrator was deleted',
    ({ admin }) => t.ctx.db.write`delete from "user" where "id" = ${admin.id}`,
    'the administrator is none any more',
  ],
  [
    'the user has signed in with a factor',
    ({ ann }) =>
      t.ctx.db.write`
        update "session" set "secondFactorAt" = ${new Date(t.clock.now().getTime() + 1)}, "secondFactor" = 'totp' where "userId" = ${ann.id}`,
    'the user has shown a second factor',
  ],
]
test.each(meanwhile)('takes no effect if %s meanwhile', async (_, happen, reason) => {
  const both = await announced()
  await happen(both)
  hours(24)
  await makeAll()
  expect(await factorsOf(both.ann)).toEqual(all)
  expect((await entriesOf(both.ann)).at(-1)).toMatchObject({ event: 'user.factor-reset-canceled', reason })
})

test('takes effect although a trusted browser was used, and is gone with the account', async () => {
  const { ann } = await announced()
  await t.ctx.db.write`
    update "session" set "secondFactorAt" = ${new Date(t.clock.now().getTime() + 1)}, "secondFactor" = 'trusted-device' where "userId" = ${ann.id}`
  const { ann: erased } = await announced()
  await erased.post('/delete-user', { password: testPassword })
  await t.ctx.db.write`delete from "user" where "id" = ${erased.id}`
  hours(24)
  await makeAll()
  expect(await factorsOf(ann)).toEqual(none)
  expect(await t.ctx.db.read`select from "announcedFactorReset" where not "isStopped"`).toEqual([])
})

test('a second administrator changes nothing, also at the same time', async () => {
  const [one, other, ann] = [await administrator(), await administrator(), await person()]
  const made = await Promise.all([ask(one, ann), ask(other, ann)])
  expect(made[0]?.body).toEqual(made[1]?.body)
  hours(23)
  expect((await ask(other, ann)).body).toEqual(made[0]?.body)
  expect((await told(ann)).filter((name) => name === 'factorResetAnnounced')).toHaveLength(1)
  expect(await entriesOf(ann)).toHaveLength(1)
  hours(1)
  await makeAll()
  expect(await factorsOf(ann)).toEqual(none)
})

test.each(['objection', 'effect'] as const)('decides by the first of objection and effect: %s', async (first) => {
  const { ann } = await announced()
  const token = await tokenOf(ann)
  hours(24)
  const waiting = await t.ctx.database.begin(async (db) => {
    await db.write`select from "user" where "id" = ${ann.id} for update`
    const start = { objection: () => stop(token), effect: () => makeDueReset(t.ctx) }
    const one = start[first]()
    await statementsWait(t, 1)
    const others = first === 'objection' ? [start.effect(), start.effect()] : [start.effect(), start.objection()]
    await statementsWait(t, 3)
    return { all: Promise.all([one, ...others]) }
  })
  await waiting.all
  expect(await factorsOf(ann)).toEqual(first === 'objection' ? all : none)
  expect(await entriesOf(ann)).toHaveLength(2)
})

test('the command resets administrators as well, and after an objection', async () => {
  const { ann } = await announced()
  await stop(await tokenOf(ann))
  await set(ann.id, 'role', 'admin')
  const run = commands['user reset-factors']?.run ?? expect.unreachable()
  const said = await run(t.ctx, { email: ann.email, reason: 'by phone' }, async () => '')
  expect(said).toContain('In 24 hours')
  hours(24)
  await makeAll()
  expect(await factorsOf(ann)).toEqual(none)
})

test('announces no reset that it cannot tell the user', async () => {
  const admin = await administrator()
  const nobody = await person()
  await set(nobody.id, 'email', `${nobody.id.toLowerCase()}@github.noreply.invalid`)
  expect((await ask(admin, nobody)).at('code')).toBe('YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS')
  expect(await t.ctx.db.read`select from "announcedFactorReset" where "userId" = ${nobody.id}`).toEqual([])
})
