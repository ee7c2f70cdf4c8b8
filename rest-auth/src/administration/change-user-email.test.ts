import { beforeEach, expect, test } from 'vitest'
import { addOperator } from '../operator/operator.ts'
import { refusal } from '../testing/browser.ts'
import { emailedLink, emailedToken } from '../testing/emailed-link.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'
import { statementsWait } from '../testing/statements.ts'
import { testPassword } from '../testing/test-password.ts'
import { findUserById } from '../user/user.sql.ts'
import { makeDueChange } from './change-user-email.ts'

const t = await startTestApp()
const set = (id: string, column: string, value: string | boolean) =>
  t.ctx.db.unsafe(`update "user" set "${column}" = $1 where "id" = $2`, [value, id])
let addresses = 0
const newAddress = () => `found-${(addresses += 1)}@example.com`
const hours = (count: number) => t.clock.advance(count * 3600)

beforeEach(async () => {
  await t.ctx.db.write`delete from "announcedEmailChange"`
})

async function administrator(): Promise<SignedIn> {
  const one = await t.signUp({ name: 'Root' })
  await set(one.id, 'role', 'admin')
  return one
}

const change = async (by: SignedIn, { id }: SignedIn, newEmail: string) =>
  by.post('/admin/change-user-email', { userId: id, newEmail, reason: 'lost the mailbox' })

async function announced(fields: { emailVerified?: boolean } = {}) {
  const [admin, ann, newEmail] = [
    await administrator(),
    await t.signUp({ emailVerified: true, ...fields }),
    newAddress(),
  ]
  expect((await change(admin, ann, newEmail)).status).toBe(200)
  return { admin, ann, newEmail }
}

async function makeAll(): Promise<void> {
  while (await makeDueChange(t.ctx));
}
const userOf = ({ id }: SignedIn) => findUserById(t.ctx, id)
const pendingOf = async (own: SignedIn) => (await own.get('/announced-email-change')).body
const stop = (token?: string) => t.post('/stop-announced-email-change', { token })
const oldToken = (ann: SignedIn) => emailedToken(t, ann.email, 'emailChangeAnnounced')
const entriesOf = ({ id }: SignedIn) =>
  t.ctx.db.read<{ event: string; reason: string | null; actorKind: string }[]>`
    select "event", "details" ->> 'reason' as "reason", "actorKind" from "journal"
    where "userId" = ${id} and "event" like '%email%' order by "at"`

test('changes the email after 24 hours, and tells both mailboxes', async () => {
  const { admin, ann, newEmail } = await announced()
  const effectiveAt = new Date(t.clock.now().getTime() + 86_400_000).toISOString()
  expect(await pendingOf(ann)).toEqual({ newEmail, effectiveAt })
  expect((await admin.get('/admin/user', { query: { id: ann.id } })).body).toMatchObject({
    announcedEmailChange: { newEmail, effectiveAt },
  })
  const [told] = await t.emails(ann.email)
  expect(told).toMatchObject({ template: 'emailChangeAnnounced', expiresAt: new Date(effectiveAt) })
  expect(JSON.stringify(told)).not.toContain(newEmail) // others may read this mailbox
  expect((await emailedLink(t, ann.email, 'emailChangeAnnounced')).pathname).toBe('/keep-email')
  expect(await t.emails(newEmail)).toEqual([])
  hours(23.9)
  await makeAll()
  expect((await userOf(ann))?.email).toBe(ann.email)
  hours(0.1)
  await makeAll()
  expect(await userOf(ann)).toMatchObject({ email: newEmail, emailVerified: false })
  expect(await t.ctx.db.read`select "proved" from "user" where "id" = ${ann.id}`).toEqual([{ proved: false }])
  expect((await t.emails(ann.email)).at(-1)?.template).toBe('emailChanged')
  expect((await t.emails(newEmail)).map(({ template }) => template)).toEqual(['emailSetByAdministrator'])
  expect((await ann.get('/get-session')).body).toBeNull()
  expect(await entriesOf(ann)).toEqual([
    { event: 'user.email-change-asked', reason: 'lost the mailbox', actorKind: 'person' },
    { event: 'email.changed', reason: null, actorKind: 'system' },
  ])
  expect((await stop(await oldToken(ann))).body).toEqual({ stopped: false })
})

test('lets the person in with a new password, and keeps who else knew the account out', async () => {
  const { ann, newEmail } = await announced()
  hours(24)
  await makeAll()
  await t.post('/forget-password', { email: newEmail })
  const newPassword = 'quite another battery'
  await t.post('/reset-password', { token: await emailedToken(t, newEmail, 'resetPassword'), newPassword })
  const signIn = async (password: string) => (await t.post('/sign-in/email', { email: newEmail, password })).status
  expect([await signIn(testPassword), await signIn(newPassword)]).toEqual([401, 200])
  expect((await t.post('/forget-password', { email: ann.email })).status).toBe(200)
  expect((await t.emails(ann.email)).at(-1)?.template).toBe('emailChanged')
})

const objections: [string, (all: Awaited<ReturnType<typeof announced>>) => Promise<unknown>, string][] = [
  ['a session', async ({ ann }) => (await ann.post('/stop-announced-email-change', {})).body, 'email.change-canceled'],
  ['the old mailbox', async ({ ann }) => (await stop(await oldToken(ann))).body, 'email.change-canceled'],
  [
    'an administrator',
    async ({ ann }) => {
      const other = await administrator()
      const { body } = await other.post('/admin/cancel-user-email-change', { userId: ann.id, reason: 'by phone' })
      return { stopped: Object(body).status }
    },
    'user.email-change-canceled',
  ],
]
test.each(objections)('is stopped by %s', async (_, object, event) => {
  const all = await announced()
  const token = await oldToken(all.ann)
  hours(1)
  expect(await object(all)).toEqual({ stopped: true })
  expect(await pendingOf(all.ann)).toBeNull()
  expect((await stop(token)).body).toEqual({ stopped: false })
  hours(24)
  await makeAll()
  expect((await userOf(all.ann))?.email).toBe(all.ann.email)
  expect((await entriesOf(all.ann)).at(-1)?.event).toBe(event)
})

test('is stopped by nobody else', async () => {
  const { admin, ann } = await announced()
  const [bob, other] = [await t.signUp(), await announced()]
  expect((await stop()).status).toBe(401)
  expect((await stop('x'.repeat(24))).body).toEqual({ stopped: false })
  expect((await bob.post('/stop-announced-email-change', { userId: ann.id })).body).toEqual({ stopped: false })
  expect((await stop(await oldToken(other.ann))).body).toEqual({ stopped: true })
  await admin.post('/admin/impersonate-user', { userId: ann.id })
  expect(await pendingOf(admin)).not.toBeNull()
  expect((await admin.post('/stop-announced-email-change', {})).at('code')).toBe('NOT_ALLOWED_WHILE_IMPERSONATING')
  expect(await pendingOf(ann)).not.toBeNull()
})

type All = Awaited<ReturnType<typeof announced>>
const meanwhile: [string, (all: All) => Promise<unknown>, string][] = [
  ['another account took the email', ({ newEmail }) => t.signUp({ email: newEmail }), 'the new email is taken'],
  ['the user was banned', ({ ann }) => set(ann.id, 'banned', true), 'the user is banned'],
  [
    'the user became an administrator',
    ({ ann }) => set(ann.id, 'role', 'admin'),
    'the user has become an administrator or operator',
  ],
  [
    'the user became an operator',
    async ({ ann }) => addOperator(t.ctx, (await userOf(ann)) ?? expect.unreachable()),
    'the user has become an administrator or operator',
  ],
  ['the administrator was demoted', ({ admin }) => set(admin.id, 'role', 'user'), 'the administrator is none any more'],
  ['the administrator was banned', ({ admin }) => set(admin.id, 'banned', true), 'the administrator is none any more'],
  [
    'the administrator was deleted',
    ({ admin }) => t.ctx.db.write`delete from "user" where "id" = ${admin.id}`,
    'the administrator is none any more',
  ],
  ['the proof was withdrawn', ({ ann }) => set(ann.id, 'proved', false), 'the email or its proof has changed'],
]
test.each(meanwhile)('takes no effect if %s meanwhile', async (_, happen, reason) => {
  const all = await announced()
  await happen(all)
  const before = await userOf(all.ann)
  hours(24)
  await makeAll()
  expect((await userOf(all.ann))?.email).toBe(before?.email)
  expect((await entriesOf(all.ann)).at(-1)).toEqual({
    event: 'user.email-change-canceled',
    reason,
    actorKind: 'system',
  })
  expect(await t.ctx.db.read`select from "announcedEmailChange"`).toEqual([])
})

test('no longer applies once the user has proved or changed the email', async () => {
  const { ann } = await announced({ emailVerified: false })
  const own = newAddress()
  const second = await announced({ emailVerified: false })
  await ann.post('/change-email', { newEmail: own })
  await second.ann.post('/send-verification-email', { email: second.ann.email })
  const link = await emailedLink(t, second.ann.email)
  await second.ann.get('/verify-email', { query: Object.fromEntries(link.searchParams) })
  expect([await pendingOf(ann), await pendingOf(second.ann)]).toEqual([null, null])
  hours(24)
  await makeAll()
  expect([(await userOf(ann))?.email, (await userOf(second.ann))?.email]).toEqual([own, second.ann.email])
})

test('starts again with a second request, and tells the old mailbox again', async () => {
  const { admin, ann } = await announced()
  const first = await oldToken(ann)
  hours(23)
  const newEmail = newAddress()
  await change(admin, ann, newEmail)
  expect((await t.emails(ann.email)).map(({ template }) => template)).toEqual(Array(2).fill('emailChangeAnnounced'))
  hours(2)
  await makeAll()
  expect((await userOf(ann))?.email).toBe(ann.email)
  hours(22)
  await makeAll()
  expect((await userOf(ann))?.email).toBe(newEmail)
  expect((await stop(first)).body).toEqual({ stopped: false })
})

test('announces no change that it cannot tell the old mailbox', async () => {
  const { admin, ann } = await announced()
  for (let again = 0; again < 4; again++) await change(admin, ann, newAddress())
  const before = await pendingOf(ann)
  expect((await change(admin, ann, newAddress())).status).toBe(429)
  expect(await pendingOf(ann)).toEqual(before)
})

test('refuses taken and own emails, and people who are protected or banned', async () => {
  const [admin, ann, other] = [await administrator(), await t.signUp(), await administrator()]
  const refused = refusal(403, 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL', 'You are not allowed to update users email')
  expect((await change(admin, ann, other.email)).at('code')).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL')
  expect((await change(admin, ann, ann.email.toUpperCase())).at('code')).toBe('EMAIL_IS_THE_SAME')
  expect((await change(admin, ann, 'nonsense')).at('code')).toBe('VALIDATION_ERROR')
  expect((await change(admin, admin, newAddress())).outcome).toEqual(refused)
  await set(ann.id, 'banned', true)
  expect((await change(admin, ann, newAddress())).outcome).toEqual(refused)
  expect(await t.ctx.db.read`select from "announcedEmailChange"`).toEqual([])
})

test.each(['objection', 'effect'] as const)('decides by the first of objection and effect: %s', async (first) => {
  const { ann, newEmail } = await announced()
  const token = await oldToken(ann)
  hours(24)
  const waiting = await t.ctx.database.begin(async (db) => {
    await db.write`select from "user" where "id" = ${ann.id} for update`
    const start = { objection: () => stop(token), effect: () => makeDueChange(t.ctx) }
    const one = start[first]()
    await statementsWait(t, 1)
    // Two processes.
    const others = first === 'objection' ? [start.effect(), start.effect()] : [start.effect(), start.objection()]
    await statementsWait(t, 3)
    return { all: Promise.all([one, ...others]) }
  })
  await waiting.all
  const isStopped = first === 'objection'
  expect((await userOf(ann))?.email).toBe(isStopped ? ann.email : newEmail)
  const ends = (await entriesOf(ann)).slice(1).map(({ event }) => event)
  expect(ends).toEqual([isStopped ? 'email.change-canceled' : 'email.changed'])
  expect(await t.emails(newEmail)).toHaveLength(isStopped ? 0 : 1)
})

test('waits again if a second request comes between finding the change and making it', async () => {
  const { ann } = await announced()
  hours(24)
  const waiting = await t.ctx.database.begin(async (db) => {
    await db.write`select from "user" where "id" = ${ann.id} for update`
    const making = makeDueChange(t.ctx)
    await statementsWait(t, 1)
    const later = new Date(t.clock.now().getTime() + 86_400_000)
    await db.write`update "announcedEmailChange" set "effectiveAt" = ${later} where "userId" = ${ann.id}`
    return { making }
  })
  await waiting.making
  expect((await userOf(ann))?.email).toBe(ann.email)
  expect(await pendingOf(ann)).not.toBeNull()
})

test('leaves the change to another process if one is killed within it', async () => {
  const { ann, newEmail } = await announced()
  hours(24)
  const killed = t.ctx.database.begin(async (db) => {
    await db.write`select from "user" where "id" = ${ann.id} for update`
    await db.write`delete from "announcedEmailChange" where "userId" = ${ann.id}`
    throw new Error('killed')
  })
  await Promise.all([killed.catch(() => null), makeAll()])
  await makeAll()
  expect((await userOf(ann))?.email).toBe(newEmail)
})
