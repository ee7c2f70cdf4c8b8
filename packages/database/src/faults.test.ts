import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect as dial, createServer } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database } from './connect.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { inTime } from './in-time.ts'
import { RequestContext, requestContexts } from './request-context.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const deadlines = { statement: 600, lock: 400 }
/** For tests of something else: a busy machine takes longer than the others for what works. */
const generous = { statement: 60_000, lock: 60_000 }
/** More than any deadline, in milliseconds. */
const patience = 8000

let testDatabase: TestDatabase
let proxy: FaultProxy
/** Goes to the database by itself, and sees everything. */
let beside: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  proxy = await startFaultProxy(testDatabase.url)
  beside = connect(testDatabase.url, { connections: 2 })
  await beside.write`create table counter (id int primary key, value int not null)`
  await beside.write`insert into counter select id, 0 from generate_series(1, 20) id`
})
afterEach(() => proxy.set('pass'))
afterAll(async () => {
  await beside.end()
  await proxy.end()
  await testDatabase.drop()
})

function open(options: Parameters<typeof connect>[1] = {}): Database {
  const database = connect(proxy.url, { connections: 6, deadlines, ...options })
  onTestFinished(() => database.end())
  return database
}

const read = (db: Database) => db.read`select value from counter where id = 1`.then((rows) => rows.length)
const write = (db: Database) => db.write`update counter set value = value + 1 where id = 1`.then(({ count }) => count)
const change = (database: Database) =>
  database.begin(async (db) => (await db.write`update counter set value = value + 1 where id = 2`).count)
const works = { read, write, change }

const unavailable = (error: unknown) => (error instanceof DatabaseUnavailable ? 'unavailable' : error)

/** What became of some of each kind of work, none of which took longer than `patience`. */
async function tryAll(database: Database, times = 3): Promise<Set<unknown>> {
  const all = Object.values(works).flatMap((work) =>
    Array.from({ length: times }, () => work(database).catch(unavailable)),
  )
  return new Set(await inTime(patience, Promise.all(all), () => read(beside)))
}

/** Why the database refuses; whoever asks before it has answered anybody is told only that it does not. */
const told = (db: Database, reason: string) => vi.waitFor(() => expect(db.read`select 1`).rejects.toThrow(reason))

const backAgain = (database: Database) =>
  vi.waitFor(async () => expect(await tryAll(database, 1)).toEqual(new Set([1])), { interval: 50 })

describe.each([true, false])('a connection used before: %s', (isUsed) => {
  test.each(['hang', 'refuse'] as const)(
    'whoever asks a database that plays %s is told so in time, until it is back',
    async (fault) => {
      const database = open()
      if (isUsed) await tryAll(database)
      await proxy.set(fault)
      expect(await tryAll(database)).toEqual(new Set(['unavailable']))
      await proxy.set('pass')
      await backAgain(database)
    },
  )
})

test('connections that are dead without a word are replaced', async () => {
  const database = open()
  await tryAll(database)
  await proxy.set('stale')
  await backAgain(database)
})

test('who notices that one is dead finds out for all: nobody else waits for theirs', async () => {
  const database = open({ deadlines: { ...generous, statement: deadlines.statement } })
  await tryAll(database)
  await database.health.read`select 1`
  await proxy.set('stale')
  expect(await read(database).catch(unavailable)).toBe('unavailable')
  await vi.waitFor(() => expect([...database.pools].map((pool) => pool.open.size)).toEqual([0, 0, 0]))
  expect([await write(database), await change(database), await read(database)]).toEqual([1, 1, 1])
})

test('reads on a connection that ends are tried once more, and nobody hears of it; writes are not done twice', async () => {
  const database = open({ deadlines: generous })
  const [before] = await beside.read`select value from counter where id = 1`
  let written = 0
  for (let round = 0; round < 8; round++) {
    await tryAll(database, 1)
    written += 1
    const both = [read(database), write(database).catch(unavailable)] as const
    proxy.reset()
    const [rows, count] = await Promise.all(both)
    expect(rows).toBe(1)
    if (count === 1) written += 1
  }
  const [after] = await beside.read`select value from counter where id = 1`
  // Of a write whose connection ended nobody knows whether it was done.
  expect(Number(after?.['value']) - Number(before?.['value'])).toBeGreaterThanOrEqual(written)
  expect(Number(after?.['value']) - Number(before?.['value'])).toBeLessThanOrEqual(16)
})

test('a read that meets one lost connection after the other is answered by a new one', async () => {
  const database = open({ deadlines: generous })
  await Promise.all([read(database), read(database)])
  await vi.waitFor(() => expect([...database.pools].map((pool) => pool.open.size)).toContain(2))
  await proxy.set('lost')
  expect(await read(database)).toBe(1)
})

test('statements wait through a short restart, and are refused at once in a long one', async () => {
  const database = open({ deadlines: generous })
  await proxy.set('refuse')
  const waiting = Promise.all([read(database), write(database), change(database)])
  await setTimeout(500)
  await proxy.set('pass')
  expect(await waiting).toEqual([1, 1, 1])
  await proxy.set('refuse')
  expect(await write(database).catch(unavailable)).toBe('unavailable')
})

test.for([0.1, 30])('a client that leaves ends no statement of a moment, but one of %s s', async (seconds) => {
  const database = open({ connections: 1, deadlines: generous })
  const pid = async () => (await database.read`select pg_backend_pid() as pid`)[0]?.['pid']
  const before = await pid()
  const context = new RequestContext(generous.statement)
  const statement = requestContexts.run(context, () => database.read`select pg_sleep(${seconds})`)
  await vi.waitFor(() => expect(context.onLeave.size).toBe(1))
  context.leave()
  if (seconds < 1) expect(await statement).toHaveLength(1)
  else await expect(statement).rejects.toThrow('nobody waits for the answer')
  expect((await pid()) === before).toBe(seconds < 1)
})

test('backends that end under load end nothing else', async () => {
  const database = open()
  const load = new AbortController()
  const outcomes = new Set<unknown>()
  const workers = Object.values(works).flatMap((work) =>
    Array.from({ length: 6 }, async () => {
      while (!load.signal.aborted) {
        outcomes.add(await work(database).catch(unavailable))
        await setImmediate()
      }
    }),
  )
  for (let round = 0; round < 30; round++) {
    await beside.read`
      with other as materialized (select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
      select pg_terminate_backend(pid) from other`
    await vi.waitFor(() => read(database))
  }
  load.abort()
  await Promise.all(workers)
  expect([...outcomes].filter((outcome) => outcome !== 1 && outcome !== 'unavailable')).toEqual([])
  // The ends of the last ones may still be on their way.
  await vi.waitFor(async () => expect(await tryAll(database)).toEqual(new Set([1])))
})

test('a transaction whose connection ended is told so at its next query, and ends nothing else', async () => {
  const database = open()
  const changed = database.begin(async (db) => {
    await db.write`update counter set value = -1 where id = 3`
    proxy.reset()
    await setTimeout(100)
    await db.write`update counter set value = -1 where id = 4`
  })
  await expect(changed).rejects.toBeInstanceOf(DatabaseUnavailable)
  await backAgain(database)
  expect(await beside.read`select from counter where value < 0`).toHaveLength(0)
})

test('a server that has no connection left is one of those, and is told apart', async () => {
  const role = `guest_${randomBytes(4).toString('hex')}`
  await beside.unsafe(`create role ${role} login password 'x' connection limit 0; grant all on counter to ${role}`)
  const database = connect(Object.assign(new URL(proxy.url), { username: role, password: 'x' }).href, { deadlines })
  onTestFinished(async () => {
    await database.end()
    await beside.unsafe(`drop owned by ${role}; drop role ${role}`)
  })
  expect(await tryAll(database)).toEqual(new Set(['unavailable']))
  await vi.waitFor(() => expect(database.health.read`select 1`).rejects.toThrow('the database has no connection left'))
  await beside.unsafe(`alter role ${role} connection limit -1`)
  await backAgain(database)
})

test('a server that follows another one is passed over, alone refused, and taken where any will do', async () => {
  const { hostname, port } = new URL(testDatabase.url)
  // What it is asked when a session begins becomes a question that is answered with yes.
  const standby = createServer((client) => {
    const server = dial(Number(port), hostname)
    client.on('data', (data) => {
      const text = data.toString('latin1').replace('pg_is_in_recovery()', '(true and true)    ')
      server.write(Buffer.from(text, 'latin1'))
    })
    server.pipe(client)
    client.once('close', () => server.destroy())
    for (const socket of [client, server]) socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(standby, 'listening')
  onTestFinished(() => void standby.close())
  const follower = `127.0.0.1:${Object(standby.address()).port}`
  const openAt = (hosts: string, query = '', options = { deadlines: generous }) => {
    const database = connect(testDatabase.url.replace(`${hostname}:${port}`, hosts) + query, options)
    onTestFinished(() => database.end())
    return database
  }
  expect(await tryAll(openAt(`${follower},${hostname}:${port}`))).toEqual(new Set([1]))
  expect(await tryAll(openAt(follower, '?target_session_attrs=any'))).toEqual(new Set([1]))
  for (const wanted of ['primary', 'read-write']) {
    const refused = openAt(follower, `?target_session_attrs=${wanted}`, { deadlines })
    await told(refused, 'the database is read-only')
  }
})

test('of several servers the first that answers is taken', async () => {
  const database = connect(testDatabase.url.replace('@', '@127.0.0.1:1,'), { deadlines: generous })
  onTestFinished(() => database.end())
  expect(await tryAll(database)).toEqual(new Set([1]))
})

test.each([
  ['no address', 'localhost:5432'],
  ['one server is none', 'postgres://u:p@one:5432,two:port/name'],
  ['nobody writes to a standby', 'postgres://one,two/name?target_session_attrs=standby'],
])('addresses that are refused: %s', (_, address) => {
  expect(() => connect(address)).toThrow()
})

test('a pooler that keeps no settings of a session is told in one sentence, unless it is known', async () => {
  const { hostname, port, pathname } = new URL(testDatabase.url)
  // Names of settings become others that mean nothing to PostgreSQL.
  const pooler = createServer((client) => {
    const server = dial(Number(port), hostname)
    client.once('data', (start) => {
      server.write(Buffer.from(start.toString('latin1').replace('statement_timeout', 'nobodys.parameter'), 'latin1'))
      client.pipe(server)
    })
    server.pipe(client)
    for (const socket of [client, server]) socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  onTestFinished(() => void pooler.close())
  const address = Object(pooler.address())
  const url = Object.assign(new URL(testDatabase.url), { port: String(address.port), pathname }).href
  const unknown = connect(url, { deadlines })
  const known = connect(url, { deadlines: generous, isSession: false })
  onTestFinished(() => Promise.all([unknown.end(), known.end()]).then(() => {}))
  await told(unknown, 'set DATABASE_POOLER=transaction')
  expect(await tryAll(known)).toEqual(new Set([1]))
  // Each transaction brings its settings along.
  const [lock] = await known.begin((db) => db.read`select current_setting('lock_timeout') as value`)
  expect(lock).toEqual({ value: '1min' })
})
