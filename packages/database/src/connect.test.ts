import { hostname } from 'node:os'
import { sql } from 'database/sql.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { administer, createTestDatabase, replaceDatabase, type TestDatabase } from './testing/test-database.ts'

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

test('embeds a fragment in the query around it', async () => {
  const where = sql`where id in ${sql([3, 4])} and ${sql('value')} = any(${[0]}::int[])`
  expect(await database.read`select id from counter ${where} order by id`).toMatchObject([{ id: 3 }, { id: 4 }])
})

test('decodes the name of a database, which may have any characters', async () => {
  const name = 'a b/ü?100%'
  await administer(testDatabase.url, `create database "${name}"`)
  const odd = connect(replaceDatabase(testDatabase.url, encodeURIComponent(name)), { connections: 1 })
  expect(await odd.read`select current_database() as name`).toEqual([{ name }])
  await odd.end()
  await administer(testDatabase.url, `drop database "${name}"`)
  expect(() => connect('postgres://u:p@127.0.0.1/100%')).toThrow('URI malformed')
})

test('rejects a fragment that is awaited', async () => {
  await expect(sql`select 1`).rejects.toThrow('CONNECTION_ENDED')
})

test('rolls a transaction back when its callback throws, and rejects with that error', async () => {
  const failing = database.begin(async (db) => {
    await db.write`insert into counter values (100, 1)`
    throw new Error('no further')
  })
  await expect(failing).rejects.toThrow('no further')
  expect(await database.read`select 1 from counter where id = 100`).toHaveLength(0)
})

test('rolls a transaction back even if its callback ignores a failed statement', async () => {
  const failing = database.begin(async (db) => {
    await db.write`insert into counter values (101, 1)`
    await db.write`insert into counter values (101, 1)`.catch(() => {})
  })
  await expect(failing).rejects.toThrow('A statement of the transaction failed.')
  expect(await database.read`select 1 from counter where id = 101`).toHaveLength(0)
})

test('sends the last statement with the commit, and commits nothing if it fails', async () => {
  const insert = (id: number, divisor: number) =>
    database.begin(
      (db) => db.write`insert into counter values (${id}, 1)`,
      (db) => db.write`update counter set value = value / ${divisor}::int where id = ${id}`,
    )
  await insert(102, 1)
  await expect(insert(103, 0)).rejects.toThrow('division by zero')
  expect(await database.read`select id from counter where id > 101`).toEqual([{ id: 102 }])
})

test('rejects statements of a transaction that has ended', async () => {
  const { write } = await database.begin(async (db) => db)
  expect(() => write`select 1`).toThrow('has ended')
})

test('runs queries while transactions are open', async () => {
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

test('queues transactions when all connections are in use, without blocking queries', async () => {
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

test('runs other queries while one waits for a lock', async () => {
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

/** Returns CPU time, because other load on the machine does not change it. */
async function measureQueries(): Promise<number> {
  const start = process.cpuUsage()
  let left = 3000
  const client = async (): Promise<void> => {
    while (left-- > 0) await database.read`select value from counter where id = ${left % 20}`
  }
  await Promise.all(Array.from({ length: 32 }, client))
  const { user, system } = process.cpuUsage(start)
  return user + system
}

test.runIf(process.env['TEST_FULL'])('does not slow down under steady load', async () => {
  await measureQueries()
  const rounds = []
  for (let index = 0; index < 6; index++) rounds.push(await measureQueries())
  const [early, late] = [Math.min(...rounds.slice(0, 3)), Math.min(...rounds.slice(3))]
  expect(late).toBeLessThan(early * 2)
})

test('rejects a failed query with the error of PostgreSQL and keeps the connection', async () => {
  await expect(database.write`insert into counter values (1, 1)`).rejects.toMatchObject({ code: '23505' })
  await expect(database.unsafe('select nonsense')).rejects.toMatchObject({ code: '42703' })
  expect(await database.read`select 1 as one`).toMatchObject([{ one: 1 }])
})

test('uses no named prepared statements behind a pooler in transaction mode', async () => {
  const pooled = connect(testDatabase.url, { connections: 1, isSession: false })
  for (const id of [1, 2]) await pooled.read`select value from counter where id = ${id}`
  expect(await pooled.read`select name from pg_prepared_statements where name <> ''`).toHaveLength(0)
  await pooled.end()
})

test('names statements by the function that runs them, in PostgreSQL and to the observer', async () => {
  const seen = new Map<string, number>()
  const named = connect(testDatabase.url, {
    program: 'tester',
    onStatement: (name, duration) => void seen.set(name, duration),
  })
  const findValue = (id: number) => named.read`
    select "query", "application_name" as "program", pg_sleep(0.01)::text as "slept" from pg_stat_activity, counter
    where pid = pg_backend_pid() and id = ${id}`
  for (const id of [1, 2, 3]) {
    const [row] = await findValue(id)
    expect(row?.['query']).toMatch(/^\/\* connect\.test\.findValue \*\/ \s+select "query"/)
    expect(row?.['program']).toBe(`tester@${hostname()}/${process.pid}`)
  }
  expect(seen.get('connect.test.findValue')).toBeGreaterThan(9)
  const [prepared] = await named.read`
    select count(*)::int, sum(generic_plans + custom_plans)::int as "uses" from pg_prepared_statements
    where statement like '/* connect.test.findValue */%'`
  expect(prepared).toEqual({ count: 1, uses: 3 })
  await named.begin(async (db) => db.write`select 1`)
  expect([...seen.keys()]).toEqual(expect.arrayContaining(['begin', 'commit']))
  expect([...seen.keys()].find((name) => /^connect\.test\.\d+$/.test(name))).toBeDefined()
  await named.end()
})
