import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let testDatabase: TestDatabase
let database: Database
let directory: URL

const write = (name: string, text: string): Promise<void> => writeFile(new URL(name, directory), text)

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
  await database.sql`drop table if exists "schemaMigration", fruit`
  await write('0001-fruit.sql', "create table fruit (name text); insert into fruit values ('apple');")
  await write('0002-pear.sql', "insert into fruit values ('pear');")
})

test('files are applied once, in order, and later ones are added', async () => {
  expect(await migrate(database, directory)).toEqual(['0001-fruit.sql', '0002-pear.sql'])
  expect(await migrate(database, directory)).toEqual([])
  await write('0003-fig.sql', "insert into fruit values ('fig');")
  expect(await migrate(database, directory)).toEqual(['0003-fig.sql'])
  expect(await database.sql`select name from fruit`).toMatchObject([
    { name: 'apple' },
    { name: 'pear' },
    { name: 'fig' },
  ])
  await rm(new URL('0003-fig.sql', directory))
})

test('of ten that migrate at once one does the work and all find it done', async () => {
  const starters = Array.from({ length: 10 }, () => connect(testDatabase.url, { connections: 1 }))
  const applied = await Promise.all(starters.map((starter) => migrate(starter, directory)))
  expect(applied.flat()).toEqual(['0001-fruit.sql', '0002-pear.sql'])
  expect(await database.sql`select name from fruit`).toHaveLength(2)
  await Promise.all(starters.map((starter) => starter.end()))
})

test('a file that fails is named, and nothing of the run stays', async () => {
  await write('0002-pear.sql', 'insert into vegetable values (1);')
  await expect(migrate(database, directory)).rejects.toThrow(
    'Migration 0002-pear.sql failed: relation "vegetable" does not exist',
  )
  expect(await database.sql`select to_regclass('fruit') as fruit`).toMatchObject([{ fruit: null }])
})

test('a file that was changed after it was applied is refused', async () => {
  await migrate(database, directory)
  await write('0001-fruit.sql', 'create table fruit (name varchar);')
  await expect(migrate(database, directory)).rejects.toThrow(
    'Migration 0001-fruit.sql was changed after it was applied.',
  )
})
