import { sql } from 'database/sql.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url, { connections: 4 })
  await database.write`create table counter (id int primary key, value int not null)`
  await database.write`insert into counter select id, 0 from generate_series(1, 20) id`
})
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
})

test('a fragment becomes a part of the query around it', async () => {
  const where = sql`where id in ${sql([3, 4])} and ${sql('value')} = any(${[0]}::int[])`
  expect(await database.read`select id from counter ${where} order by id`).toMatchObject([{ id: 3 }, { id: 4 }])
})

test('a part that is awaited is refused', async () => {
  await expect(sql`select 1`).rejects.toThrow('CONNECTION_ENDED')
})

test('a transaction that throws leaves nothing behind and passes its error on', async () => {
  const failing = database.begin(async (db) => {
    await db.write`insert into counter values (100, 1)`
    throw new Error('no further')
  })
  await expect(failing).rejects.toThrow('no further')
  expect(await database.read`select 1 from counter where id = 100`).toHaveLength(0)
})

test('queries go on while transactions are open', async () => {
  const gate = Promise.withResolvers<void>()
  const open = [1, 2, 3].map((id) =>
    database.begin(async (db) => {
      await db.write`update counter set value = 7 where id = ${id}`
      await gate.promise
    }),
  )
  const rows = await Promise.all(
    Array.from({ length: 50 }, () => database.read`select value from counter where id = 1`),
  )
  expect(rows.every(([row]) => row?.['value'] === 0)).toBe(true)
  gate.resolve()
  await Promise.all(open)
})

test('more transactions than connections take their turn, and queries come through between them', async () => {
  const increments = Array.from({ length: 100 }, () =>
    database.begin(async (db) => {
      const [row] = await db.write<{ value: number }[]>`select value from counter where id = 10 for update`
      await db.write`update counter set value = ${(row?.value ?? 0) + 1} where id = 10`
    }),
  )
  const queries = Array.from({ length: 100 }, () => database.read`select 1`)
  await Promise.all([...increments, ...queries])
  expect(await database.read`select value from counter where id = 10`).toMatchObject([{ value: 100 }])
})

test('a query that waits for a lock holds up no other query', async () => {
  const gate = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = database.begin(async (db) => {
    await db.write`update counter set value = 1 where id = 12`
    locked.resolve()
    await gate.promise
  })
  await locked.promise
  const waiter = database.write`update counter set value = value + 1 where id = 12`
  for (let round = 0; round < 20; round++) await database.read`select 1`
  gate.resolve()
  await Promise.all([holder, waiter])
  expect(await database.read`select value from counter where id = 12`).toMatchObject([{ value: 2 }])
})

/** The CPU time that it took: unlike the clock it says nothing about what else the machine does. */
async function roundOfQueries(): Promise<number> {
  const start = process.cpuUsage()
  let left = 3000
  const client = async (): Promise<void> => {
    while (left-- > 0) await database.read`select value from counter where id = ${left % 20}`
  }
  await Promise.all(Array.from({ length: 32 }, client))
  const { user, system } = process.cpuUsage(start)
  return user + system
}

test('steady load does not slow the connections down', async () => {
  await roundOfQueries()
  const rounds = []
  for (let index = 0; index < 6; index++) rounds.push(await roundOfQueries())
  const [early, late] = [Math.min(...rounds.slice(0, 3)), Math.min(...rounds.slice(3))]
  expect(late).toBeLessThan(early * 2)
})

test('a failed query rejects with the error of PostgreSQL and the connection goes on', async () => {
  await expect(database.write`insert into counter values (1, 1)`).rejects.toMatchObject({ code: '23505' })
  await expect(database.unsafe('select nonsense')).rejects.toMatchObject({ code: '42703' })
  expect(await database.read`select 1 as one`).toMatchObject([{ one: 1 }])
})

test('without named prepared statements it works behind a pooler in transaction mode', async () => {
  const pooled = connect(testDatabase.url, { connections: 1, isSession: false })
  for (const id of [1, 2]) await pooled.read`select value from counter where id = ${id}`
  expect(await pooled.read`select name from pg_prepared_statements where name <> ''`).toHaveLength(0)
  await pooled.end()
})
