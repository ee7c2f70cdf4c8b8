import { randomBytes } from 'node:crypto'
import { getEventListeners, once } from 'node:events'
import { connect as dial, createServer } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database } from './connect.ts'
import { startFaultProxy, type FaultProxy } from './testing/fault-proxy.ts'
import { withTimeout } from './testing/with-timeout.ts'
import { requestContexts } from './request-context.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const deadlines = { statement: 600, lock: 400 }
/** For tests of something else: a busy machine exceeds the short deadlines. */
const generous = { statement: 60_000, lock: 60_000 }
/** More than any deadline, in milliseconds. */
const maxDuration = 8000

let testDatabase: TestDatabase
let proxy: FaultProxy
/** Bypasses the proxy. */
let direct: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  proxy = await startFaultProxy(testDatabase.url)
  direct = connect(testDatabase.url, { connections: 2 })
  await direct.write`create table counter (id int primary key, value int not null)`
  await direct.write`insert into counter select id, 0 from generate_series(1, 20) id`
})
afterEach(() => proxy.set('pass'))
afterAll(async () => {
  await direct.end()
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

/** Returns the outcomes of all kinds of work, and requires them within `maxDuration`. */
async function tryAll(database: Database, times = 3): Promise<Set<unknown>> {
  const all = Object.values(works).flatMap((work) =>
    Array.from({ length: times }, () => work(database).catch(unavailable)),
  )
  return new Set(await withTimeout(maxDuration, Promise.all(all), () => read(direct)))
}

/** Retries, because until the first response the only reason is a timeout. */
const expectReason = (db: Database, reason: string) =>
  vi.waitFor(() => expect(db.read`select 1`).rejects.toThrow(reason))

const expectRecovery = (database: Database) =>
  vi.waitFor(async () => expect(await tryAll(database, 1)).toEqual(new Set([1])), { interval: 50 })

describe.each(process.env['TEST_FULL'] ? [true, false] : [true])('with a connection used before: %s', (isUsed) => {
  test.each(['hang', 'refuse'] as const)('rejects in time while the database plays %s, and recovers', async (fault) => {
    const database = open()
    if (isUsed) await tryAll(database)
    await proxy.set(fault)
    expect(await tryAll(database)).toEqual(new Set(['unavailable']))
    await proxy.set('pass')
    await expectRecovery(database)
  })
})

test('replaces connections that died silently', async () => {
  const database = open()
  await tryAll(database)
  await proxy.set('stale')
  await expectRecovery(database)
})

test.runIf(process.env['TEST_FULL'])('closes all idle connections when one turns out to be dead', async () => {
  const database = open({ deadlines: { ...generous, statement: deadlines.statement } })
  await tryAll(database)
  await database.health.read`select 1`
  await proxy.set('stale')
  expect(await read(database).catch(unavailable)).toBe('unavailable')
  await vi.waitFor(() => expect([...database.pools].map((pool) => pool.open.size)).toEqual([0, 0, 0]))
  expect([await write(database), await change(database), await read(database)]).toEqual([1, 1, 1])
})

test('retries reads when their connection ends, but never writes', async () => {
  const database = open({ deadlines: generous })
  const [before] = await direct.read`select value from counter where id = 1`
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
  const [after] = await direct.read`select value from counter where id = 1`
  // A write may or may not have run when its connection ended.
  expect(Number(after?.['value']) - Number(before?.['value'])).toBeGreaterThanOrEqual(written)
  expect(Number(after?.['value']) - Number(before?.['value'])).toBeLessThanOrEqual(16)
})

test('retries a read on a new connection after several lost ones', async () => {
  const database = open({ deadlines: generous })
  await Promise.all([read(database), read(database)])
  await vi.waitFor(() => expect([...database.pools].map((pool) => pool.open.size)).toContain(2))
  await proxy.set('lost')
  expect(await read(database)).toBe(1)
})

test('waits during a short restart and rejects at once during a long one', async () => {
  const database = open({ deadlines: generous })
  await proxy.set('refuse')
  const waiting = Promise.all([read(database), write(database), change(database)])
  await setTimeout(500)
  await proxy.set('pass')
  expect(await waiting).toEqual([1, 1, 1])
  await proxy.set('refuse')
  expect(await write(database).catch(unavailable)).toBe('unavailable')
})

test.for([
  [0.1, 'finishes'],
  [30, 'cancels'],
] as const)('with a statement of %s s, %s it after the client disconnects', async ([seconds]) => {
  const database = open({ connections: 1, deadlines: generous })
  const pid = async () => (await database.read`select pg_backend_pid() as pid`)[0]?.['pid']
  const before = await pid()
  const client = new AbortController()
  const context = { deadline: performance.now() + generous.statement, signal: client.signal }
  const statement = requestContexts.run(context, () => database.read`select pg_sleep(${seconds})`)
  await vi.waitFor(() => expect(getEventListeners(client.signal, 'abort')).toHaveLength(1))
  client.abort()
  if (seconds < 1) expect(await statement).toHaveLength(1)
  else await expect(statement).rejects.toThrow('the client disconnected')
  expect((await pid()) === before).toBe(seconds < 1)
})

const losses: [kind: string, rounds: number, lose: () => unknown][] = [
  [
    'killed backends',
    10,
    () => direct.read`
      with other as materialized (select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
      select pg_terminate_backend(pid) from other`,
  ],
  ['reset connections', 5, () => proxy.reset()],
  ['refused connections', 5, () => proxy.set('refuse').then(() => proxy.set('pass'))],
  ['silent connections', 1, () => proxy.set('stale')],
]

test.each(losses)(
  'survives %s under load without losing an acknowledged write',
  { timeout: 600_000 },
  async (_, rounds, lose) => {
    const database = open()
    const sum = async () => Number((await direct.read`select sum(value) from counter`)[0]?.['sum'])
    const before = await sum()
    const load = new AbortController()
    const outcomes = new Set<unknown>()
    let acknowledged = 0
    let slowest = 0
    const workers = Object.values(works).flatMap((work) =>
      Array.from({ length: 6 }, async () => {
        while (!load.signal.aborted) {
          const started = performance.now()
          const outcome = await work(database).catch(unavailable)
          slowest = Math.max(slowest, performance.now() - started)
          outcomes.add(outcome)
          if (work !== read && outcome === 1) acknowledged += 1
          await setImmediate()
        }
      }),
    )
    for (let round = 0; round < (process.env['TEST_FULL'] ? 100 : rounds); round++) {
      await lose()
      await vi.waitFor(() => read(database))
    }
    load.abort()
    await Promise.all(workers)
    expect([...outcomes].filter((outcome) => outcome !== 1 && outcome !== 'unavailable')).toEqual([])
    expect((await sum()) - before).toBeGreaterThanOrEqual(acknowledged)
    expect(slowest).toBeLessThan(maxDuration)
    // The last connections may still be closing.
    await vi.waitFor(async () => expect(await tryAll(database)).toEqual(new Set([1])))
  },
)

test('rejects the next statement of a transaction whose connection ended', async () => {
  const database = open()
  const changed = database.begin(async (db) => {
    await db.write`update counter set value = -1 where id = 3`
    proxy.reset()
    await setTimeout(100)
    await db.write`update counter set value = -1 where id = 4`
  })
  await expect(changed).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expectRecovery(database)
  expect(await direct.read`select from counter where value < 0`).toHaveLength(0)
})

test.runIf(process.env['TEST_FULL'])('names the reason when the server has no connections left', async () => {
  const role = `guest_${randomBytes(4).toString('hex')}`
  await direct.unsafe(`create role ${role} login password 'x' connection limit 0; grant all on counter to ${role}`)
  const database = connect(Object.assign(new URL(proxy.url), { username: role, password: 'x' }).href, { deadlines })
  onTestFinished(async () => {
    await database.end()
    await direct.unsafe(`drop owned by ${role}; drop role ${role}`)
  })
  expect(await tryAll(database)).toEqual(new Set(['unavailable']))
  await vi.waitFor(() => expect(database.health.read`select 1`).rejects.toThrow('the database has no connection left'))
  await direct.unsafe(`alter role ${role} connection limit -1`)
  await expectRecovery(database)
})

test.runIf(process.env['TEST_FULL'])('skips a replica, and uses it only with target_session_attrs=any', async () => {
  const { hostname, port } = new URL(testDatabase.url)
  // The check at the start of a session becomes one that is always true.
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
  const replica = `127.0.0.1:${Object(standby.address()).port}`
  const openAt = (hosts: string, query = '', options = { deadlines: generous }) => {
    const database = connect(testDatabase.url.replace(`${hostname}:${port}`, hosts) + query, options)
    onTestFinished(() => database.end())
    return database
  }
  expect(await tryAll(openAt(`${replica},${hostname}:${port}`))).toEqual(new Set([1]))
  expect(await tryAll(openAt(replica, '?target_session_attrs=any'))).toEqual(new Set([1]))
  for (const wanted of ['primary', 'read-write']) {
    const refused = openAt(replica, `?target_session_attrs=${wanted}`, { deadlines })
    await expectReason(refused, 'the database is read-only')
  }
})

test('connects to the first of several servers that responds', async () => {
  const database = connect(testDatabase.url.replace('@', '@127.0.0.1:1,'), { deadlines: generous })
  onTestFinished(() => database.end())
  expect(await tryAll(database)).toEqual(new Set([1]))
})

test.each([
  ['without a scheme', 'localhost:5432'],
  ['with an invalid port', 'postgres://u:p@one:5432,two:port/name'],
  ['that asks for a standby', 'postgres://one,two/name?target_session_attrs=standby'],
])('rejects a URL %s', (_, address) => {
  expect(() => connect(address)).toThrow()
})

test('rejects a pooler that drops session settings unless it is declared', async () => {
  const { hostname, port, pathname } = new URL(testDatabase.url)
  // Renames a setting to one that means nothing to PostgreSQL.
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
  await expectReason(unknown, 'Set DATABASE_POOLER=transaction')
  expect(await tryAll(known)).toEqual(new Set([1]))
  // Each transaction sets its own limits.
  const [lock] = await known.begin((db) => db.read`select current_setting('lock_timeout') as value`)
  expect(lock).toEqual({ value: '1min' })
})
