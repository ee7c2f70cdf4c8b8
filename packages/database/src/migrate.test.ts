import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ParameterOrFragment } from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database } from './connect.ts'
import type { Rows } from './connection.ts'
import { describeMigrations, migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let testDatabase: TestDatabase
let database: Database
let directory: URL

const writeMigration = (name: string, text: string): Promise<void> => writeFile(new URL(name, directory), text)

const fruitNames = async () => (await database.read<{ name: string }[]>`select name from fruit`).map(({ name }) => name)

function recordLog() {
  const lines: string[] = []
  const push = (line: string): void => void lines.push(line)
  return { lines, log: { info: push, warn: push } }
}

function connectForTest(connections: number): Database {
  const opened = connect(testDatabase.url, { connections })
  onTestFinished(() => opened.end())
  return opened
}

/** Like pg_dump, holds a snapshot and a lock that conflicts only with schema changes. */
async function startDump() {
  const connection = connect(testDatabase.url, { connections: 1 })
  const started = Promise.withResolvers<void>()
  const stop = Promise.withResolvers<void>()
  const dump = connection.begin(async (db) => {
    await db.write`set transaction isolation level repeatable read`
    await db.write`lock table fruit in access share mode`
    await db.read`select from fruit`
    started.resolve()
    await stop.promise
  })
  await started.promise
  const end = async (): Promise<void> => {
    stop.resolve()
    await dump
    await connection.end()
  }
  onTestFinished(end)
  return end
}

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url)
  directory = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'migrations-'))}/`)
})
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
  await rm(directory, { recursive: true })
})
beforeEach(async () => {
  await database.write`drop table if exists "schemaMigration", fruit`
  for (const name of await readdir(directory)) await rm(new URL(name, directory))
  await writeMigration('0001-fruit.sql', "create table fruit (name text); insert into fruit values ('apple');")
  await writeMigration('0002-pear.sql', "insert into fruit values ('pear');")
})

test('applies each file once, in order, and picks up new files', async () => {
  expect(await migrate(database, directory)).toEqual(['0001-fruit.sql', '0002-pear.sql'])
  expect(await migrate(database, directory)).toEqual([])
  await writeMigration('0003-fig.sql', "insert into fruit values ('fig');")
  expect(await migrate(database, directory)).toEqual(['0003-fig.sql'])
  expect(await database.read`select name from fruit`).toMatchObject([
    { name: 'apple' },
    { name: 'pear' },
    { name: 'fig' },
  ])
})

test('applies each file once when ten processes migrate at the same time', async () => {
  const processes = Array.from({ length: 10 }, () => connect(testDatabase.url, { connections: 2 }))
  const applied = await Promise.all(processes.map((process) => migrate(process, directory)))
  expect(applied.flat()).toEqual(['0001-fruit.sql', '0002-pear.sql'])
  expect(await database.read`select name from fruit`).toHaveLength(2)
  await Promise.all(processes.map((process) => process.end()))
})

test('rolls back a failing file, names it, and resumes there on the next run', async () => {
  await writeMigration('0002-pear.sql', "insert into fruit values ('unripe'); insert into vegetable values (1);")
  await expect(migrate(database, directory)).rejects.toThrow(
    'Migration 0002-pear.sql failed: relation "vegetable" does not exist',
  )
  expect(await fruitNames()).toEqual(['apple'])
  await writeMigration('0002-pear.sql', "insert into fruit values ('pear');")
  expect(await migrate(database, directory)).toEqual(['0002-pear.sql'])
  expect(await fruitNames()).toEqual(['apple', 'pear'])
})

test('rejects a file that changed after it was applied', async () => {
  await migrate(database, directory)
  await writeMigration('0001-fruit.sql', 'create table fruit (name varchar);')
  await expect(migrate(database, directory)).rejects.toThrow(
    'Migration 0001-fruit.sql was changed after it was applied.',
  )
})

test("ignores the role's statement_timeout", async () => {
  const alterRole = (change: string) =>
    database.unsafe(`do $$ begin
      execute format('alter role current_user in database %I ${change}', current_database());
    end $$`)
  await alterRole('set statement_timeout = 100')
  onTestFinished(async () => void (await alterRole('reset statement_timeout')))
  const slowly = 'returns text immutable language sql as $$ select name from pg_sleep(0.2) $$'
  await writeMigration(
    '0003-slowly.sql',
    `create or replace function slowly(name text) ${slowly}; select slowly(name) from fruit;`,
  )
  await writeMigration('0004-index.sql', 'create index concurrently "fruit_slowly" on fruit (slowly(name));')
  expect(await migrate(connectForTest(2), directory)).toHaveLength(4)
})

test('does not block other writers while it waits for a table lock, and logs who holds it', async () => {
  await migrate(database, directory)
  await writeMigration('0003-colour.sql', 'alter table fruit add column colour text;')
  const endDump = await startDump()
  const writer = connectForTest(1)
  await writer.write`create table basket (name text)`
  onTestFinished(async () => void (await database.write`drop table basket`))
  const measure = async (query: PromiseLike<unknown>) => {
    const startedAt = performance.now()
    await query
    return performance.now() - startedAt
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
  const { lines, log } = recordLog()
  const migrating = migrate(database, directory, { log, lockTimeout: 40 })
  const retries = () =>
    lines.filter((line) => /^Migration 0003-colour.sql is blocked by .* \(oldest: process \d+/.test(line))
  // Without lockTimeout the first insert would wait for the dump, which ends only after this loop.
  const [contended, uncontended]: [number[], number[]] = [[], []]
  while (retries().length < 3 || contended.length < 100) {
    contended.push(await measure(writer.write`insert into fruit (name) values ('fig')`))
    uncontended.push(await measure(writer.write`insert into basket (name) values ('fig')`))
  }
  expect(median(contended)).toBeLessThan(median(uncontended) * 5 + 10)
  await endDump()
  expect(await migrating).toEqual(['0003-colour.sql'])
  expect(await database.read`select colour from fruit limit 1`).toEqual([{ colour: null }])
})

/** Empty if there is no index. */
const indexValidity = async () =>
  (
    await database.read<
      { valid: boolean }[]
    >`select indisvalid as valid from pg_index where indexrelid = to_regclass('fruit_name')`
  ).map(({ valid }) => valid)

test('builds an index concurrently: writers go on, a second migration waits', async () => {
  await migrate(database, directory)
  await writeMigration(
    '0003-index.sql',
    '-- Each once.\ncreate unique index concurrently "fruit_name" on fruit (name);',
  )
  const secondProcess = connectForTest(2)
  const endDump = await startDump() // the build waits for it
  const { lines, log } = recordLog()
  const runs = [database, secondProcess].map((each) => migrate(each, directory, { log, lockTimeout: 20 }))
  await vi.waitFor(() => expect(lines.join()).toMatch(/0003-index.sql still running after \d+ s \(waiting for /))
  expect(lines).toContain('Another process is migrating the database; waiting for it.')
  await connectForTest(1).write`insert into fruit values ('fig')`
  await endDump()
  expect((await Promise.all(runs)).flat()).toEqual(['0003-index.sql'])
  expect(await indexValidity()).toEqual([true])
})

test('rebuilds an invalid index, keeps a valid one, and drops one that fails to build', async () => {
  await migrate(database, directory)
  await database.write`insert into fruit values ('pear')`
  const statement = 'create unique index concurrently "fruit_name" on fruit (name);'
  await writeMigration('0003-index.sql', statement)
  await expect(migrate(database, directory)).rejects.toThrow('Migration 0003-index.sql failed: could not create unique')
  expect(await indexValidity()).toEqual([])
  await expect(database.unsafe(statement)).rejects.toThrow('could not create') // leaves an invalid index, like a killed build
  expect(await indexValidity()).toEqual([false])
  await database.write`delete from fruit where name = 'pear'`
  expect(await migrate(database, directory)).toEqual(['0003-index.sql'])
  expect(await indexValidity()).toEqual([true])
  await database.write`delete from "schemaMigration" where "name" = '0003-index.sql'` // as if an operator had built it by hand
  expect(await migrate(database, directory)).toEqual(['0003-index.sql'])
  await writeMigration('0004-gone.sql', 'drop index concurrently "fruit_name";')
  await migrate(database, directory)
  expect(await indexValidity()).toEqual([])
})

test('waits for a build that outlived its process instead of starting another', async () => {
  await migrate(database, directory)
  const statement = 'create index concurrently "fruit_name" on fruit (name)'
  await writeMigration('0003-index.sql', `${statement};`)
  const killedProcess = connectForTest(1)
  const endDump = await startDump()
  const building = killedProcess.unsafe(statement)
  await vi.waitFor(async () => expect(await indexValidity()).toEqual([false]))
  const index = () => database.read`select to_regclass('fruit_name')::oid as oid`
  const before = await index()
  const { lines, log } = recordLog()
  const migrating = migrate(database, directory, { log, lockTimeout: 20 })
  await vi.waitFor(() => expect(lines.join()).toMatch(/0003-index.sql still running/))
  await endDump()
  expect(await migrating).toEqual(['0003-index.sql'])
  await building
  expect([await indexValidity(), await index()]).toEqual([[true], before])
})

test('keeps an index whose build becomes valid between two looks at it', async () => {
  await migrate(database, directory)
  const statement = 'create unique index concurrently "fruit_name" on fruit (name);'
  await writeMigration('0003-index.sql', statement)
  await database.unsafe(statement)
  await database.write`update pg_index set indisvalid = false where indexrelid = to_regclass('fruit_name')`
  const index = () => database.read`select to_regclass('fruit_name')::oid as oid`
  const before = await index()
  const read = async <T extends Rows>(strings: TemplateStringsArray, ...values: ParameterOrFragment<never>[]) => {
    const rows = await database.read<T>(strings, ...values)
    // Like the end of a build, which PostgreSQL stops reporting before it commits.
    if (strings.join('').includes('indisvalid'))
      await database.write`update pg_index set indisvalid = true where indexrelid = to_regclass('fruit_name')`
    return rows
  }
  await migrate({ ...database, read }, directory, { lockTimeout: 20 })
  expect([await indexValidity(), await index()]).toEqual([[true], before])
})

test('rejects a file that mixes a concurrent index build with other statements', async () => {
  await writeMigration('0003-index.sql', 'create index concurrently "a" on fruit (name); delete from fruit;')
  await expect(migrate(database, directory)).rejects.toThrow('Migration 0003-index.sql mixes concurrent')
})

test('describes pending files and the tables they lock without applying them', async () => {
  const describePending = () => describeMigrations(database, directory)
  await writeMigration('0003-index.sql', 'create index concurrently "fruit_name" on fruit (name);')
  await writeMigration(
    '0004-eater.sql',
    'create table "eater" (name text); create index on "eater" (name); alter table "fruit" add b int;',
  )
  expect(await describePending()).toEqual([
    '0001-fruit.sql locks no existing table',
    '0002-pear.sql locks no existing table',
    '0003-index.sql creates or drops indexes concurrently',
    '0004-eater.sql locks fruit',
    'Pending: 4. Nothing was changed.',
  ])
  expect(await database.read`select to_regclass('fruit') as fruit`).toEqual([{ fruit: null }])
  await migrate(database, directory)
  expect(await describePending()).toEqual(['No pending migrations.'])
})

test('lets a role without DDL rights start on a current schema, and fails clearly on a pending file', async () => {
  await migrate(database, directory)
  const role = `app_${randomBytes(4).toString('hex')}`
  await database.unsafe(
    `create role ${role} login password 'x'; grant select, insert on all tables in schema public to ${role}`,
  )
  const appDatabase = connect(Object.assign(new URL(testDatabase.url), { username: role, password: 'x' }).href, {
    connections: 2,
  })
  onTestFinished(async () => {
    await appDatabase.end()
    await database.unsafe(`drop owned by ${role}; drop role ${role}`)
  })
  expect(await migrate(appDatabase, directory)).toEqual([])
  await writeMigration('0003-colour.sql', 'alter table fruit add column colour text;')
  await expect(migrate(appDatabase, directory)).rejects.toThrow(
    'Migration 0003-colour.sql failed: must be owner of table fruit',
  )
})
