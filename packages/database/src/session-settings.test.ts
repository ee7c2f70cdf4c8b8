import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as dial } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect, type ConnectOptions } from './connect.ts'
import { administer, createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const deadlines = { statement: 4000, lock: 3000 }

function open(url: string, options: ConnectOptions = {}) {
  const database = connect(url, { deadlines, ...options })
  onTestFinished(() => database.end())
  return database
}

/** Changes a setting of the database, which new sessions inherit. */
async function inherit(setting: string, value: string) {
  const { pathname } = new URL(testDatabase.url)
  await administer(testDatabase.url, `alter database ${pathname.slice(1)} set ${setting} = '${value}'`)
  onTestFinished(() => administer(testDatabase.url, `alter database ${pathname.slice(1)} reset ${setting}`))
}

const unsuitable = [
  ['datestyle', 'SQL, DMY'],
  ['datestyle', 'German, DMY'],
  ['datestyle', 'Postgres, DMY'],
  ['bytea_output', 'escape'],
  ['default_transaction_isolation', 'serializable'],
  ['default_transaction_isolation', 'repeatable read'],
] as const
const harmless = [
  ['datestyle', 'ISO, DMY'],
  ['timezone', 'Asia/Kolkata'],
  ['intervalstyle', 'sql_standard'],
] as const

describe.each(['reads', 'writes'] as const)('a connection for %s', (pool) => {
  test.each([...unsuitable, ...harmless])('does not inherit %s = %s from the database', async (setting, value) => {
    await inherit(setting, value)
    const database = open(testDatabase.url)
    const run = pool === 'reads' ? database.read : database.write
    const [row] = await run<{ at: Date; bytes: Buffer; level: string }[]>`
      select '2026-02-01T03:04:05Z'::timestamptz as "at", '\\x00ff5c'::bytea as "bytes",
        current_setting('transaction_isolation') as "level"`
    expect(row).toEqual({
      at: new Date('2026-02-01T03:04:05Z'),
      bytes: Buffer.from([0, 255, 92]),
      level: 'read committed',
    })
  })
})

describe('behind a pooler in transaction mode', () => {
  const pooled = { isSession: false }

  test('names the remedy for unsuitable settings', async () => {
    await inherit('datestyle', 'German, DMY')
    await inherit('bytea_output', 'escape')
    await inherit('default_transaction_isolation', 'serializable')
    const error: unknown = await open(testDatabase.url, pooled).read`select 1`.catch((failure: unknown) => failure)
    const message = error instanceof Error ? error.message : ''
    expect(message).toMatch(
      /^the database has unsuitable settings: run alter role "\w+" in database "\w+" set DateStyle/,
    )
    const remedies = message.slice(message.indexOf('alter')).split('; ')
    expect(remedies).toHaveLength(3)
    for (const remedy of remedies) {
      await administer(testDatabase.url, remedy)
      onTestFinished(() => administer(testDatabase.url, remedy.replace(/ set .*$/, ' reset all')))
    }
    expect(await open(testDatabase.url, pooled).read`select 1 as "n"`).toEqual([{ n: 1 }])
  })

  test.each(harmless)('works with %s = %s', async (setting, value) => {
    await inherit(setting, value)
    const [row] = await open(testDatabase.url, pooled).read`select '2026-02-01T03:04:05Z'::timestamptz as "at"`
    expect(row).toEqual({ at: new Date('2026-02-01T03:04:05Z') })
  })
})

test('leaves a database read-only that is read-only by default, as providers make it when a disk is full', async () => {
  await inherit('default_transaction_read_only', 'on')
  const database = open(testDatabase.url)
  expect(await database.read`select 1 as "n"`).toEqual([{ n: 1 }])
  await expect(database.write`create table "t" ()`).rejects.toThrow('the database is read-only')
})

describe('a connection string', () => {
  const local = (end: string) => `${testDatabase.url}${end}`

  test.each([
    ['Neon', '?sslmode=disable&channel_binding=require'],
    [
      'Prisma',
      '?schema=public&connection_limit=5&pool_timeout=10&connect_timeout=10&socket_timeout=5&sslaccept=accept_invalid_certs',
    ],
    [
      'Prisma behind PgBouncer',
      '?pgbouncer=true&connection_limit=1&statement_cache_size=0&single_use_connections=true',
    ],
    ['Supabase', '?pgbouncer=true'],
    ['a provider for node-postgres', '?uselibpqcompat=true&sslmode=disable'],
    [
      'libpq',
      '?application_name=app&client_encoding=utf8&connect_timeout=3&fallback_application_name=x&gssencmode=disable&hostaddr=127.0.0.1&keepalives=1&keepalives_idle=30&keepalives_interval=10&keepalives_count=3&krbsrvname=postgres&load_balance_hosts=disable&sslmode=disable&sslcompression=0&sslsni=1&ssl_min_protocol_version=TLSv1.2&target_session_attrs=read-write&tcp_user_timeout=1000',
    ],
    ['libpq with options', '?options=-c%20work_mem%3D5MB'],
    ['a setting of PostgreSQL', '?work_mem=5MB'],
  ])('of %s works', async (_, end) => {
    expect(await open(local(end)).read`select 1 as "n"`).toEqual([{ n: 1 }])
  })

  test('of Prisma selects its schema', async () => {
    const database = open(local('?schema=Own%20schema'))
    await database.unsafe('create schema "Own schema"')
    expect(await open(local('?schema=Own%20schema')).read`select current_schema() as "name"`).toEqual([
      { name: 'Own schema' },
    ])
  })

  test('of Prisma behind PgBouncer sends no settings', async () => {
    const [row] = await open(local('?pgbouncer=true')).read`select current_setting('statement_timeout') as "limit"`
    expect(row).toEqual({ limit: '0' })
  })

  test.each(['host', 'authority'])('of Cloud SQL connects to the socket in its %s', async (place) => {
    const { username, password, hostname, port, pathname } = new URL(testDatabase.url)
    const folder = await mkdtemp('/tmp/sql-')
    const socket = createServer((client) => {
      const server = dial(Number(port), hostname)
      client.pipe(server).pipe(client)
      for (const end of [client, server]) end.on('error', () => {})
    }).listen(`${folder}/.s.PGSQL.5432`)
    await once(socket, 'listening')
    onTestFinished(async () => {
      socket.close()
      await rm(folder, { recursive: true })
    })
    const start = `postgres://${username}:${password}@`
    const url =
      place === 'host'
        ? `${start}${pathname}?host=${folder}&sslmode=require`
        : `${start}${encodeURIComponent(folder)}${pathname}`
    expect(await open(url).read`select 1 as "n"`).toEqual([{ n: 1 }])
  })

  test.each(['conection_limit', 'sslcert'])('names the parameter %s, which PostgreSQL does not know', async (name) => {
    await expect(open(local(`?${name}=5`)).read`select 1`).rejects.toThrow(
      `remove a parameter from the URL of the database: unrecognized configuration parameter "${name}"`,
    )
  })
})
