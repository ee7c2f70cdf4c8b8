import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database } from './connect.ts'
import { describeMigrations, migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let testDatabase: TestDatabase
let database: Database
let directory: URL

const write = (name: string, text: string): Promise<void> => writeFile(new URL(name, directory), text)

const fruits = async () => (await database.read<{ name: string }[]>`select name from fruit`).map(({ name }) => name)

/** Takes what the migrations tell. */
function collect() {
  const lines: string[] = []
  const take = (line: string): void => void lines.push(line)
  return { lines, log: { info: take, warn: take } }
}

function openUntilTheEnd(connections: number): Database {
  const opened = connect(testDatabase.url, { connections })
  onTestFinished(() => opened.end())
  return opened
}

/** What a dump has: a lock on the table that only changes of the schema wait for, and a view of the database. */
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
  await write('0001-fruit.sql', "create table fruit (name text); insert into fruit values ('apple');")
  await write('0002-pear.sql', "insert into fruit values ('pear');")
})

test('files are applied once, in order, and later ones are added', async () => {
  expect(await migrate(database, directory)).toEqual(['0001-fruit.sql', '0002-pear.sql'])
  expect(await migrate(database, directory)).toEqual([])
  await write('0003-fig.sql', "insert into fruit values ('fig');")
  expect(await migrate(database, directory)).toEqual(['0003-fig.sql'])
  expect(await database.read`select name from fruit`).toMatchObject([
    { name: 'apple' },
    { name: 'pear' },
    { name: 'fig' },
  ])
})

test('of ten that migrate at once one does the work and all find it done', async () => {
  const starters = Array.from({ length: 10 }, () => connect(testDatabase.url, { connections: 2 }))
  const applied = await Promise.all(starters.map((starter) => migrate(starter, directory)))
  expect(applied.flat()).toEqual(['0001-fruit.sql', '0002-pear.sql'])
  expect(await database.read`select name from fruit`).toHaveLength(2)
  await Promise.all(starters.map((starter) => starter.end()))
})

test('a file that fails is named, nothing of it stays, and the next run goes on there', async () => {
  await write('0002-pear.sql', "insert into fruit values ('unripe'); insert into vegetable values (1);")
  await expect(migrate(database, directory)).rejects.toThrow(
    'Migration 0002-pear.sql failed: relation "vegetable" does not exist',
  )
  expect(await fruits()).toEqual(['apple'])
  await write('0002-pear.sql', "insert into fruit values ('pear');")
  expect(await migrate(database, directory)).toEqual(['0002-pear.sql'])
  expect(await fruits()).toEqual(['apple', 'pear'])
})

test('a file that was changed after it was applied is refused', async () => {
  await migrate(database, directory)
  await write('0001-fruit.sql', 'create table fruit (name varchar);')
  await expect(migrate(database, directory)).rejects.toThrow(
    'Migration 0001-fruit.sql was changed after it was applied.',
  )
})

test('a file takes as long as it takes, whatever the role has for its statements', async () => {
  const set = (what: string) =>
    database.unsafe(`do $$ begin
      execute format('alter role current_user in database %I ${what}', current_database());
    end $$`)
  await set('set statement_timeout = 100')
  onTestFinished(async () => void (await set('reset statement_timeout')))
  const slowly = 'returns text immutable language sql as $$ select name from pg_sleep(0.2) $$'
  await write(
    '0003-slowly.sql',
    `create or replace function slowly(name text) ${slowly}; select slowly(name) from fruit;`,
  )
  await write('0004-index.sql', 'create index concurrently "fruit_slowly" on fruit (slowly(name));')
  expect(await migrate(openUntilTheEnd(2), directory)).toHaveLength(4)
})

test('while somebody holds a table that a file changes, all others go on, and it is told', async () => {
  await migrate(database, directory)
  await write('0003-colour.sql', 'alter table fruit add column colour text;')
  const endDump = await startDump()
  const others = openUntilTheEnd(1)
  await others.write`create table basket (name text)`
  onTestFinished(async () => void (await database.write`drop table basket`))
  const timeOf = async (insert: PromiseLike<unknown>) => {
    const started = performance.now()
    await insert
    return performance.now() - started
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
  const { lines, log } = collect()
  const migrating = migrate(database, directory, { log, lockTimeout: 40 })
  const waits = () =>
    lines.filter((line) => /^Migration 0003-colour.sql needs a lock that others hold \(.*process \d+/.test(line))
  // Without a limit the first of these inserts would be answered when the dump ends, which it does not before they are.
  const [disturbed, undisturbed]: [number[], number[]] = [[], []]
  while (waits().length < 3 || disturbed.length < 100) {
    disturbed.push(await timeOf(others.write`insert into fruit (name) values ('fig')`))
    undisturbed.push(await timeOf(others.write`insert into basket (name) values ('fig')`))
  }
  expect(median(disturbed)).toBeLessThan(median(undisturbed) * 5 + 10)
  await endDump()
  expect(await migrating).toEqual(['0003-colour.sql'])
  expect(await database.read`select colour from fruit limit 1`).toEqual([{ colour: null }])
})

const validity = async () =>
  (
    await database.read<
      { valid: boolean }[]
    >`select indisvalid as valid from pg_index where indexrelid = to_regclass('fruit_name')`
  ).map(({ valid }) => valid)

test('an index is built concurrently: whoever writes does not wait for it, whoever migrates too does', async () => {
  await migrate(database, directory)
  await write('0003-index.sql', '-- Each once.\ncreate unique index concurrently "fruit_name" on fruit (name);')
  const second = openUntilTheEnd(2)
  const endDump = await startDump() // which the build has to wait for
  const { lines, log } = collect()
  const runs = [database, second].map((each) => migrate(each, directory, { log, lockTimeout: 20 }))
  await vi.waitFor(() => expect(lines.join()).toMatch(/0003-index.sql has been running for \d+ s \(waiting for /))
  expect(lines).toContain('Another process migrates the database: waiting for it.')
  await openUntilTheEnd(1).write`insert into fruit values ('fig')`
  await endDump()
  expect((await Promise.all(runs)).flat()).toEqual(['0003-index.sql'])
  expect(await validity()).toEqual([true])
})

test('an index that was built by half is built anew, one that is there stays, and one that cannot be built leaves nothing', async () => {
  await migrate(database, directory)
  await database.write`insert into fruit values ('pear')`
  const statement = 'create unique index concurrently "fruit_name" on fruit (name);'
  await write('0003-index.sql', statement)
  await expect(migrate(database, directory)).rejects.toThrow('Migration 0003-index.sql failed: could not create unique')
  expect(await validity()).toEqual([])
  await expect(database.unsafe(statement)).rejects.toThrow('could not create') // as after a kill during the build
  expect(await validity()).toEqual([false])
  await database.write`delete from fruit where name = 'pear'`
  expect(await migrate(database, directory)).toEqual(['0003-index.sql'])
  expect(await validity()).toEqual([true])
  await database.write`delete from "schemaMigration" where "name" = '0003-index.sql'` // as if operators had built it before
  expect(await migrate(database, directory)).toEqual(['0003-index.sql'])
  await write('0004-gone.sql', 'drop index concurrently "fruit_name";')
  await migrate(database, directory)
  expect(await validity()).toEqual([])
})

test('an index that the server still builds for a process that was killed is waited for, and not built again', async () => {
  await migrate(database, directory)
  const statement = 'create index concurrently "fruit_name" on fruit (name)'
  await write('0003-index.sql', `${statement};`)
  const orphan = openUntilTheEnd(1)
  const endDump = await startDump()
  const building = orphan.unsafe(statement)
  await vi.waitFor(async () => expect(await validity()).toEqual([false]))
  const index = () => database.read`select to_regclass('fruit_name')::oid as oid`
  const before = await index()
  const { lines, log } = collect()
  const migrating = migrate(database, directory, { log, lockTimeout: 20 })
  await vi.waitFor(() => expect(lines.join()).toMatch(/0003-index.sql has been running/))
  await endDump()
  expect(await migrating).toEqual(['0003-index.sql'])
  await building
  expect([await validity(), await index()]).toEqual([[true], before])
})

test('beside the concurrent build of an index nothing else may stand in a file', async () => {
  await write('0003-index.sql', 'create index concurrently "a" on fruit (name); delete from fruit;')
  await expect(migrate(database, directory)).rejects.toThrow('Migration 0003-index.sql: beside "create index')
})

test('what would run is told, with the tables that it locks, and nothing is done', async () => {
  const all = () => describeMigrations(database, directory)
  await write('0003-index.sql', 'create index concurrently "fruit_name" on fruit (name);')
  await write(
    '0004-eater.sql',
    'create table "eater" (name text); create index on "eater" (name); alter table "fruit" add b int;',
  )
  expect(await all()).toEqual([
    '0001-fruit.sql locks no table that is there',
    '0002-pear.sql locks no table that is there',
    '0003-index.sql builds indexes while everything goes on',
    '0004-eater.sql locks fruit',
    'Would run: 4. Nothing was changed.',
  ])
  expect(await database.read`select to_regclass('fruit') as fruit`).toEqual([{ fruit: null }])
  await migrate(database, directory)
  expect(await all()).toEqual(['Nothing would run.'])
})

test('whoever may only read and write rows starts on a schema that is up to date, and is told what is missing', async () => {
  await migrate(database, directory)
  const role = `clerk_${randomBytes(4).toString('hex')}`
  await database.unsafe(
    `create role ${role} login password 'x'; grant select, insert on all tables in schema public to ${role}`,
  )
  const clerk = connect(Object.assign(new URL(testDatabase.url), { username: role, password: 'x' }).href, {
    connections: 2,
  })
  onTestFinished(async () => {
    await clerk.end()
    await database.unsafe(`drop owned by ${role}; drop role ${role}`)
  })
  expect(await migrate(clerk, directory)).toEqual([])
  await write('0003-colour.sql', 'alter table fruit add column colour text;')
  await expect(migrate(clerk, directory)).rejects.toThrow(
    'Migration 0003-colour.sql failed: must be owner of table fruit',
  )
})
