import { sql } from 'database/sql.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { found } from '../testing/organizations.ts'
import { electInstance } from '../job.sql.ts'
import { cleanUp, startCleanUp } from './clean-up.ts'

const t = await startTestApp()
const day = 86_400

const count = async (table: string) => Number((await t.ctx.db.read`select count(*) from ${sql(table)}`)[0]?.['count'])

async function insertLeftovers(rows: number) {
  const { db } = t.ctx
  const past = new Date(t.clock.now().getTime() - 1000)
  const ann = await t.signUp()
  await db.write`insert into "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt")
    select 'old' || n, 'old' || n, ${ann.id}, ${past}::timestamptz - n * 7919 % 2500 * interval '1 second', ${past}, ${past} from generate_series(1, ${rows}::int) n`
  await db.write`
    insert into "verification" ("id", "identifier", "value", "expiresAt")
    select 'old' || n, 'x', 'y', ${past} from generate_series(1, ${rows}::int) n`
  await db.write`
    insert into "rateLimit" ("key", "count", "lastRequest")
    select 'old' || n, 1, ${past.getTime()} from generate_series(1, ${rows}::int) n`
  await db.write`insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "sentAt")
    select 'old' || n, 'a@b.co', 'passwordChanged', '{}', 'en', ${past}, ${past}, ${past} from generate_series(1, ${rows}::int) n`
  return ann
}

test('deletes expired rows in time and keeps those in use, also when run concurrently', async () => {
  const rows = 2500
  const ann = await insertLeftovers(rows)
  await cleanUp(t.ctx)
  expect([await count('session'), await count('verification'), await count('rateLimit'), await count('mail')]).toEqual([
    1,
    rows,
    rows,
    rows,
  ])
  t.clock.advance(3600)
  await Promise.all([cleanUp(t.ctx), cleanUp(t.ctx), cleanUp(t.ctx)])
  expect([await count('verification'), await count('rateLimit'), await count('mail')]).toEqual([0, 0, rows])
  t.clock.advance(6 * day)
  expect((await ann.get('/get-session')).at('user', 'id')).toBe(ann.id)
  t.clock.advance(day)
  await cleanUp(t.ctx)
  expect([await count('session'), await count('mail'), await count('device')]).toEqual([1, 0, 1])
  t.clock.advance(400 * day)
  await cleanUp(t.ctx)
  expect([await count('session'), await count('device'), await count('user')]).toEqual([0, 0, 1])
})

test('deletes entries of the journal after JOURNAL_DAYS', async () => {
  await t.ctx.db
    .write`insert into "journal" ("at", "event", "kind", "actorKind") values (${t.clock.now()}, 'old', 'change', 'system')`
  const left = async (days: number) => {
    await cleanUp({ ...t.ctx, config: { ...t.ctx.config, JOURNAL_DAYS: days } })
    return (await t.ctx.db.read`select from "journal" where "event" = 'old'`).length
  }
  t.clock.advance(2 * day + 1)
  expect([await left(3), await left(2)]).toEqual([1, 0])
})

test('empties the personal data of the journal after 90 days', async () => {
  await t.ctx.db.write`insert into "journal" ("at", "event", "kind", "actorKind", "email", "ipAddress", "device")
    select ${t.clock.now()}, 'personal', 'change', 'system', case n when 1 then 'a@b.co' end,
      case n when 2 then '192.0.2.1' end, case n when 3 then 'Firefox' end from generate_series(1, 3) n`
  const left = async () => {
    await cleanUp(t.ctx)
    const rows = await t.ctx.db.read`
      select coalesce("email", "ipAddress", "device") as "data" from "journal" where "event" = 'personal' order by 1`
    return rows.map((row) => row['data'])
  }
  t.clock.advance(90 * day)
  expect(await left()).toEqual(['192.0.2.1', 'Firefox', 'a@b.co'])
  t.clock.advance(1)
  expect(await left()).toEqual([null, null, null])
})

test('keeps an email that waits for an unavailable server', async () => {
  const past = new Date(t.clock.now().getTime() - 8 * day * 1000)
  const soon = new Date(t.clock.now().getTime() + 1000)
  await t.ctx.db.write`insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt")
    values ('waiting', 'a@b.co', 'passwordChanged', '{}', 'en', ${past}, ${soon})`
  await cleanUp(t.ctx)
  expect(await count('mail')).toBe(1)
})

test('skips locked rows until the next run', async () => {
  const ann = await t.signUp()
  t.clock.advance(8 * day)
  await t.ctx.database.begin(async (db) => {
    await db.write`select 1 from "session" where "token" = ${ann.token} for update`
    await cleanUp(t.ctx)
  })
  expect(await count('session')).toBe(1)
  await cleanUp(t.ctx)
  expect(await count('session')).toBe(0)
})

test('deletes invitations some time after their expiry, whatever their status', async () => {
  const boss = await found(t)
  const invite = async (email: string) =>
    (await boss.owner.post('/organization/invite-member', { organizationId: boss.id, email, role: 'member' })).at('id')
  await boss.join('member')
  await boss.owner.post('/organization/cancel-invitation', { invitationId: await invite('canceled@x.test') })
  await invite('forgotten@x.test')
  t.clock.advance(2 * day + 1)
  await t.ctx.db.write`update "session" set "expiresAt" = ${new Date(t.clock.now().getTime() + 300 * day * 1000)}`
  await cleanUp(t.ctx)
  expect(await count('invitation')).toBe(3)
  t.clock.advance(89 * day)
  const open = await invite('open@x.test')
  t.clock.advance(day)
  await cleanUp(t.ctx)
  expect(await t.ctx.db.read`select "id" from "invitation"`).toEqual([{ id: open }])
})

test('runs on one instance every ten minutes, even after a clock was wrong', async () => {
  const turns = async (at = t.ctx) =>
    (await Promise.all(Array.from({ length: 5 }, () => electInstance(at, 'clean-up', 600_000)))).filter(Boolean).length
  expect(await turns()).toBe(1)
  t.clock.advance(599)
  expect(await turns()).toBe(0)
  t.clock.advance(1)
  expect(await turns()).toBe(1)
  const ahead = new Date(t.clock.now().getTime() + 8 * day * 1000)
  expect(await turns({ ...t.ctx, now: () => ahead })).toBe(1)
  expect(await turns()).toBe(1)
})

test('runs in batches on the elected instance', async () => {
  t.clock.advance(600)
  await insertLeftovers(2500)
  const work = [startCleanUp(t.ctx), startCleanUp(t.ctx)]
  await expect.poll(() => t.ctx.db.read`select from "session" where "id" like 'old%'`).toEqual([])
  await Promise.all(work.map((each) => each.stop()))
})

test('has docs/operating/back-up.md list what deletes the rows of each table', async () => {
  const text = readFileSync(new URL('../../../docs/operating/back-up.md', import.meta.url), 'utf8')
  const [, list = ''] = /\| Table \| A row stays until \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text) ?? []
  const told = list
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const tables = await t.ctx.db.read<{ name: string }[]>`
    select "table_name" as "name" from information_schema.tables where "table_schema" = current_schema()`
  expect(told.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})
