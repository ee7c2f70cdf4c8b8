import { expect, test } from 'vitest'
import { found } from '../testing/organizations.ts'
import { newEntry } from './journal.ts'
import { insertEntries } from './journal.sql.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp({}, 20)

interface Row {
  readonly position: number
  readonly at: Date
}

test('numbers the changes of eight writers without gaps, so that a reader who pages forward gets each once', async () => {
  const { owner, id: organizationId } = await found(t)
  const writers = await Promise.all(Array.from({ length: 8 }, () => t.signUp()))
  let isOver = false
  const read: Row[] = []
  const readForward = async () => {
    while (true) {
      const isLast = isOver
      const rows = await t.ctx.db.read<Row[]>`
        select "position"::int, "at" from "journal"
        where "organizationId" = ${organizationId} and "position" > ${read.at(-1)?.position ?? 0} order by "position" limit 3`
      read.push(...rows)
      if (rows.length === 0 && isLast) return
    }
  }
  const reading = readForward()
  const rounds = 5
  await Promise.all(
    writers.map(async ({ email }, writer) => {
      for (let round = 0; round < rounds; round++) {
        const calls = [
          () => owner.post('/organization/update', { organizationId, data: { name: `${writer} ${round}` } }),
          () => owner.post('/organization/invite-member', { organizationId, email, role: 'member', resend: true }),
        ]
        for (const call of calls) expect((await call()).status).toBe(200)
      }
    }),
  )
  isOver = true
  await reading
  const positions = read.map(({ position }) => position)
  expect(positions).toEqual(positions.map((_, index) => index + 1))
  expect(positions).toHaveLength(1 + writers.length * rounds * 2)
  await t.ctx.database.begin(async (db) => {
    await insertEntries(db, [newEntry(t.ctx, 'organization.changed', { organizationId, fields: [] })])
    const scans = await db.read`
      select "seq_scan"::int as "scans" from pg_stat_xact_user_tables where "relname" = 'journal'`
    expect(scans, 'it reads no others').toEqual([{ scans: 0 }])
  })
  const times = read.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('gives no entry a time before that of an earlier one of the organization, also if the clock goes back', async () => {
  const { id: organizationId } = await found(t)
  const entry = newEntry(t.ctx, 'organization.changed', { organizationId, fields: [] })
  const insert = (...seconds: number[]) =>
    t.ctx.database.begin((db) =>
      insertEntries(
        db,
        seconds.map((second) => ({ ...entry, at: `2090-01-01T00:00:0${second}.000000Z` })),
      ),
    )
  await insert(3, 2, 5)
  await insert(4)
  const rows = await t.ctx.db.read<{ second: number }[]>`
    select extract(second from "at")::int as "second" from "journal"
    where "organizationId" = ${organizationId} and "at" > '2089-01-01' order by "position"`
  expect(rows.map(({ second }) => second)).toEqual([3, 3, 5, 5])
})
