import { connect } from 'database/connect.ts'
import { startFaultProxy, type FaultProxy } from 'database/testing/fault-proxy.ts'
import { withTimeout } from 'database/testing/with-timeout.ts'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type SignedIn } from './testing/start-test-app.ts'
import { testPassword } from './testing/test-password.ts'
import type { Result } from './testing/browser.ts'
import { found } from './testing/organizations.ts'
import { emailedToken } from './testing/emailed-link.ts'
import { statementsWait } from './testing/statements.ts'

/** The required limits, in milliseconds. */
const timeouts = { call: 5000, ready: 2000 + 1000 }

let proxy: FaultProxy | undefined
const via = async (url: string): Promise<string> => {
  proxy = await startFaultProxy(url)
  return proxy.url
}
const t = await startTestApp({ DATABASE_REQUEST_TIMEOUT: '1' }, 8, {
  deadlines: { statement: 1500, lock: 1000 },
  via,
})
afterAll(() => proxy?.end())

const ann = await t.signUp({ emailVerified: true })
const bob = await t.signUp()
const { id: organizationId } = await found(t, ann)
await bob.post('/send-verification-email', { email: bob.email })
const token = await emailedToken(t, bob.email, 'verification')

const noRetry = { noRetry: true }
const calls: Record<string, (own: SignedIn) => Promise<Result>> = {
  'get-session': (own) => own.get('/get-session', noRetry),
  'list-sessions': (own) => own.get('/list-sessions', noRetry),
  'sign-in': ({ email }) => t.post('/sign-in/email', { email, password: testPassword }, noRetry),
  'sign-up': () =>
    t.post('/sign-up/email', { email: `${Math.random()}@x.test`, name: 'x', password: testPassword }, noRetry),
  'update-user': (own) => own.post('/update-user', { name: 'Ann' }, noRetry),
  'forget-password': ({ email }) => t.post('/forget-password', { email }, noRetry),
  'send-verification-email': () => t.post('/send-verification-email', { email: 'nobody@x.test' }, noRetry),
  'organization/list': (own) => own.get('/organization/list', noRetry),
  'create-team': (own) => own.post('/organization/create-team', { organizationId, name: 'x' }, noRetry),
  'sign-in/social': () => t.post('/sign-in/social', { provider: 'github' }, noRetry),
}

const live = () => t.app.inject('/live')
const soon = (call: () => Promise<Result>): Promise<Result> => withTimeout(timeouts.call, call(), live)

const summary = ({ status, body, headers }: Result) => [
  status,
  Reflect.get(Object(body), 'code'),
  headers['retry-after'],
]
const unavailable = [503, 'SERVICE_UNAVAILABLE', '2']
/** Prevents new tables. */
const fullDisk = 'full disk'

async function ready(): Promise<[number, unknown]> {
  const { statusCode, body } = await withTimeout(timeouts.ready, t.app.inject('/ready'), live)
  return [statusCode, JSON.parse(body).reason]
}

async function backAgain(): Promise<void> {
  await vi.waitFor(async () => expect(await ready()).toEqual([200, undefined]))
  await vi.waitFor(async () => {
    for (const call of Object.values(calls)) expect((await call(ann)).status).toBe(200)
  })
}

afterEach(() => proxy?.set('pass'))

const faults = [
  ['hang', 'the database does not respond in time'],
  ['refuse', 'the connection to the database was lost'],
] as const
describe.each(process.env['TEST_FULL'] ? faults : faults.slice(0, 1))('a database that %s', (fault, reason) => {
  test('responds to every call with 503 in time, redirects links, reports the reason in /ready and recovers', async () => {
    await backAgain()
    await proxy?.set(fault)
    const responses = await Promise.all(
      Object.entries(calls).map(async ([name, call]) => [name, summary(await soon(() => call(ann)))] as const),
    )
    for (const [name, response] of responses) expect(response, name).toEqual(unavailable)
    expect(await ready()).toEqual([503, reason])

    const link = await soon(() => t.get('/verify-email', { query: { token: token, callbackURL: '/home' } }))
    expect([link.status, link.location]).toEqual([302, '/home?error=internal_server_error'])
    const program = await t.get('/verify-email', {
      query: { token: token, callbackURL: '/home' },
      headers: { 'sec-fetch-mode': 'cors' },
      ...noRetry,
    })
    expect(summary(program)).toEqual(unavailable)
    const reset = await t.get(`/reset-password/${'x'.repeat(24)}`, { query: { callbackURL: '/reset' } })
    expect([reset.status, reset.location]).toEqual([302, '/reset?error=internal_server_error'])
    const callback = await t.get('/callback/github', { query: { code: 'x', state: 'x'.repeat(32) } })
    expect([callback.status, callback.location]).toEqual([
      302,
      `${t.ctx.config.baseUrl}/error?error=internal_server_error`,
    ])

    await proxy?.set('pass')
    await backAgain()
  })
})

test('responds to writes with 503 while the server is read-only, but keeps reading', async () => {
  await backAgain()
  const { pathname } = new URL(proxy?.url ?? '')
  const setReadOnly = (value: string) =>
    t.ctx.database.begin(async (db) => {
      await db.unsafe('set transaction read write')
      await db.unsafe(`alter database "${pathname.slice(1)}" ${value}`)
    })
  await setReadOnly('set default_transaction_read_only = on')
  proxy?.reset() // as a fail-over would
  await vi.waitFor(async () => expect(await ready()).toEqual([503, 'the database is read-only']))
  const reads = ['get-session', 'list-sessions', 'organization/list']
  for (const [name, call] of Object.entries(calls)) {
    const expected = reads.includes(name) ? [200, undefined, undefined] : unavailable
    // A busy machine may not keep the deadlines of this test.
    await vi.waitFor(async () => expect(summary(await soon(() => call(ann))), name).toEqual(expected))
  }
  await setReadOnly('reset default_transaction_read_only')
  await backAgain()
})

test('reports a full disk in /ready until there is space again', async () => {
  await backAgain()
  await t.ctx.db.unsafe(`
    create function "full"() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$;
    create trigger "full" before update on "user" execute function "full"();
    create trigger "full" before insert on "session" execute function "full"();
    create function "noFile"() returns event_trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`)
  expect(await ready()).toEqual([200, undefined])
  await t.ctx.db.unsafe(
    `create event trigger "${fullDisk}" on ddl_command_end when tag in ('CREATE TABLE AS') execute function "noFile"()`,
  )
  for (const name of ['sign-in', 'sign-up', 'update-user']) {
    const response = await soon(async () => (await calls[name]?.(ann)) ?? expect.fail())
    expect(summary(response), name).toEqual(unavailable)
  }
  for (let times = 0; times < 2; times++) expect(await ready()).toEqual([503, 'the database has no space left'])
  await t.ctx.db.unsafe(`drop event trigger "${fullDisk}"; drop function "full" cascade`)
  await backAgain()
})

describe('while waiting for a lock', async () => {
  // So that deadlines do not hide the limits under test.
  const deadlines = { statement: 60_000, lock: 60_000 }
  const many = await startTestApp({ DATABASE_REQUEST_TIMEOUT: '60', ORGANIZATION_TEAM_LIMIT: '1000' }, 10, {
    deadlines,
  })
  const calm = await startTestApp({ DATABASE_REQUEST_TIMEOUT: '60', ORGANIZATION_TEAM_LIMIT: '1000' }, 10, {
    deadlines,
  })
  const [stranger, undisturbed] = [await many.signUp(), await calm.signUp()]
  const busy = await many.signUp()
  const { id } = await found(many, busy)
  const address = { remoteAddress: '10.1.2.3', ...noRetry }

  /** How many milliseconds two hundred calls take, in turn for each person. */
  async function percentiles99(...people: SignedIn[]): Promise<number[]> {
    const times = people.map((): number[] => [])
    for (let n = 0; n < 200; n++) {
      for (const [index, person] of people.entries()) {
        const started = performance.now()
        expect((await person.get('/get-session', noRetry)).status).toBe(200)
        times[index]?.push(performance.now() - started)
      }
    }
    return times.map((each) => each.toSorted((one, other) => one - other)[197] ?? Infinity)
  }

  test.each([
    [
      'one user',
      `select 1 from "user" where "id" = '${busy.id}' for update`,
      () => busy.post('/update-user', { name: 'x' }, address),
    ],
    [
      'one organization',
      `select 1 from "organization" where "id" = '${id}' for update`,
      () => busy.post('/organization/create-team', { organizationId: id, name: 'x' }, address),
    ],
  ])('reads for strangers as fast as before during a hundred calls of %s', async (_, lock, call) => {
    await percentiles99(stranger, undisturbed)
    const locked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    // Not the connections of requests.
    const holder = many.ctx.database.begin(async (db) => {
      await db.unsafe(lock)
      locked.resolve()
      await gate.promise
    })
    await locked.promise
    const waiting = Array.from({ length: 100 }, call)
    await statementsWait(many, 4) // on all connections for writing
    let [loud, quiet] = [Infinity, 0]
    // Other load delays calls of either now and then. A queue would delay those of one every time.
    for (let round = 0; round < 20 && loud >= Math.max(3 * quiet, 100); round++)
      [loud = Infinity, quiet = 0] = await percentiles99(stranger, undisturbed)
    gate.resolve()
    await holder
    const outcomes = new Set((await Promise.all(waiting)).map(({ status }) => status))
    expect([...outcomes].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(loud).toBeLessThan(Math.max(3 * quiet, 100))
  })

  test('reads organizations and invitations while all write connections are in use', async () => {
    const app = await startTestApp({}, 4, { deadlines: { statement: 10_000, lock: 1000 } })
    const { owner, ...read } = await found(app)
    const guest = await app.signUp({ emailVerified: true })
    const invited = { email: guest.email, role: 'member', organizationId: read.id }
    const invitation = await owner.post('/organization/invite-member', invited)
    const readPages = (last: object) =>
      owner.get('/organization/batch', { query: { organizationIds: read.id, members: JSON.stringify(last) } })
    const gate = Promise.withResolvers<void>()
    const writes = [1, 2].map(() => app.ctx.database.begin(async (db) => db.write`select 1`.then(() => gate.promise)))
    await vi.waitFor(() => expect([...app.ctx.database.pools][0]?.open.size).toBe(2))
    const reads = [
      readPages({ first: 1 }),
      readPages({ last: 1 }),
      guest.get('/organization/get-invitation', { query: { id: invitation.at('id') } }),
    ]
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200])
    gate.resolve()
    await Promise.all(writes)
  })

  test.runIf(process.env['TEST_FULL'])('limits how long twenty concurrent calls of one user block others', async () => {
    // As in production.
    const app = await startTestApp({}, 10, { deadlines: { statement: 10_000, lock: 3000 } })
    const [own, other] = [await app.signUp(), await app.signUp()]
    const beside = connect(app.databaseUrl, { connections: 1 })
    onTestFinished(() => beside.end())
    await beside.begin(async (db) => {
      await db.write`select 1 from "user" where "id" = ${own.id} for update`
      const waiting = Array.from({ length: 20 }, () => own.post('/update-user', { name: 'x' }, address))
      await statementsWait(app, 5)
      await vi.waitFor(() => expect([...app.ctx.database.pools][0]?.waiting.size).toBe(15))
      expect((await other.post('/update-user', { name: 'Other' }, noRetry)).status).toBe(200)
      expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([503]))
    })
  })

  test('gives up the lock and the place of a client that disconnects', async () => {
    const origin = await many.app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = [...busy.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const client = new AbortController()
    await many.ctx.database.begin(async (db) => {
      await db.write`select 1 from "user" where "id" = ${busy.id} for update`
      const asked = Array.from({ length: 10 }, () =>
        fetch(`${origin}/api/auth/update-user`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Gone' }),
          signal: client.signal,
        }).catch(() => 'hung up'),
      )
      await statementsWait(many, 4)
      client.abort()
      await Promise.all(asked)
      await statementsWait(many, 0)
    })
    const after = await busy.get('/get-session', noRetry)
    expect(after.at('user', 'name')).not.toBe('Gone')
  })
})
