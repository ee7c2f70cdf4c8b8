import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { cleanUp } from './clean-up.ts'

const t = await startTestApp()
const day = 86_400

const count = async (table: string) => Number((await t.ctx.sql`select count(*) from ${t.ctx.sql(table)}`)[0]?.['count'])

async function insertLeftovers(rows: number) {
  const { sql } = t.ctx
  const past = new Date(t.clock.now().getTime() - 1000)
  const ann = await t.signUp()
  await sql`insert into "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt")
    select 'old' || n, 'old' || n, ${ann.id}, ${past}, ${past}, ${past} from generate_series(1, ${rows}::int) n`
  await sql`
    insert into "verification" ("id", "identifier", "value", "expiresAt")
    select 'old' || n, 'x', 'y', ${past} from generate_series(1, ${rows}::int) n`
  await sql`
    insert into "rateLimit" ("key", "count", "lastRequest")
    select 'old' || n, 1, ${past.getTime()} from generate_series(1, ${rows}::int) n`
  await sql`insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "sentAt")
    select 'old' || n, 'a@b.co', 'passwordChanged', '{}', 'en', ${past}, ${past}, ${past} from generate_series(1, ${rows}::int) n`
  return ann
}

test('what has expired goes, in its time, and what is in use stays; several at once do not disturb each other', async () => {
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

test('a mail that waits for a dead server stays', async () => {
  const past = new Date(t.clock.now().getTime() - 8 * day * 1000)
  const soon = new Date(t.clock.now().getTime() + 1000)
  await t.ctx.sql`insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt")
    values ('waiting', 'a@b.co', 'passwordChanged', '{}', 'en', ${past}, ${soon})`
  await cleanUp(t.ctx)
  expect(await count('mail')).toBe(1)
})

test('what somebody else holds is left for the next time', async () => {
  const ann = await t.signUp()
  t.clock.advance(8 * day)
  await t.ctx.database.begin(async (sql) => {
    await sql`select 1 from "session" where "token" = ${ann.token} for update`
    await cleanUp(t.ctx)
  })
  expect(await count('session')).toBe(1)
  await cleanUp(t.ctx)
  expect(await count('session')).toBe(0)
})
