import { connect } from 'database/connect.ts'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { makeRegistryRole } from './make-role.ts'
import { connectRegistry, migrateRegistry } from './open-registry.ts'

// A single test, because a role belongs to the whole server.
test('limits the role to the registry, including tables that another role created', async () => {
  const testDatabase = await createTestDatabase() // with rest-auth's tables, and the registry's owned by another role
  onTestFinished(() => testDatabase.drop())
  const { url } = testDatabase
  const owner = connect(url, { connections: 2 })
  const [table] = await owner.read<{ name: string }[]>`
    select table_name as "name" from information_schema.tables where table_schema = 'public' and table_name = 'session'`
  expect(table?.name).toBe('session')

  const own = await makeRegistryRole(url, 'first', true)
  expect(await makeRegistryRole(url, 'first', false)).toBe(own)
  await expect(makeRegistryRole(url, 'another', false)).rejects.toThrow('already exists with another password')
  const restarted = await makeRegistryRole(url, 'second', true)

  expect(await migrateRegistry({ REGISTRY_DATABASE_URL: restarted })).toEqual([])
  await owner.unsafe('drop schema registry cascade')
  await makeRegistryRole(url, 'second', true)
  expect((await migrateRegistry({ REGISTRY_DATABASE_URL: restarted })).length).toBeGreaterThan(0)

  const database = connectRegistry({ REGISTRY_DATABASE_URL: restarted })
  expect(await database.read`select "number" from "revision"`).toHaveLength(1)
  for (const attempt of [
    'select * from public."session"',
    'select * from public."account"',
    'update public."user" set "name" = \'x\'',
    'create table public."mine" ("a" int)',
    'create role "mine"',
    'set role postgres',
    "select pg_read_file('/etc/passwd')",
    'select rolpassword from pg_authid',
  ])
    await expect(database.unsafe(attempt), attempt).rejects.toThrow(/permission denied|must be/)
  await database.end()

  // The URL of another user is rejected with the statement that is missing.
  const [{ address }] = [{ address: restarted.replace('registry:second', 'stranger:word') }]
  await owner.unsafe(`create role "stranger" login password 'word'`)
  onTestFinished(() => owner.unsafe('drop role "stranger"').then(() => owner.end()))
  await expect(migrateRegistry({ REGISTRY_DATABASE_URL: address })).rejects.toThrow(
    'alter role "stranger" set search_path = registry',
  )
  await expect(makeRegistryRole(address, 'third', false)).rejects.toThrow(/already exists|permission denied/)
})
