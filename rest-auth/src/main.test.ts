import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from 'database/connect.ts'
import { startFaultProxy } from 'database/testing/fault-proxy.ts'
import { withTimeout } from 'database/testing/with-timeout.ts'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { runProgram } from './testing/run-program.ts'
import { startSmtpServer } from './testing/smtp-server.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const database = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'rest-auth-main-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

function run(
  program: string,
  args: string[] = [],
  environment: Record<string, string> = {},
  more: { input?: string | undefined; output?: 'pipe' | number } = {},
) {
  const preset = { DATA_DIR: folder, DATABASE_URL: database.url }
  const running = runProgram(file(program), { args, environment: { ...preset, ...environment }, ...more })
  const metrics = async () => {
    await running.logged('"msg":"Metrics at ')
    return String(/"msg":"Metrics at ([^"]+)"/.exec(running.output())?.[1])
  }
  return { ...running, metrics }
}

const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const signUp = (url: string, email: string) =>
  post(url, '/sign-up/email', { email, password: 'seven herons wade', name: 'Ann' })

/** The exit code and the output of the command, without security events. */
async function admin(args: string[], { input, url = database.url }: { input?: string; url?: string } = {}) {
  const { ended, output } = run('./admin.ts', args, { DATABASE_URL: url }, { input })
  return [await ended, output().replaceAll(/^\{.*\}\n/gm, '')]
}

/** A connection to the server's database. */
function connectDirectly(url = database.url) {
  const beside = connect(url, { connections: 2 })
  onTestFinished(() => beside.end())
  return beside
}

test('logs its URL, serves, and exits within a second on one or more SIGTERMs', async () => {
  const spawned = performance.now()
  const { child, listening, ended, output, logged } = run('./main.ts', [], { SESSION_EXPIRE_IN: '60' })
  const url = await listening
  const starting = performance.now() - spawned // longer on a busy machine, where everything is
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const response = await fetch(`${url}/api/auth/ok`, { headers: { connection: 'keep-alive' } })
  expect(await response.json()).toEqual({ ok: true })
  await logged('SESSION_EXPIRE_IN is not a known setting; did you mean SESSION_EXPIRES_IN?')
  const start = performance.now()
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(performance.now() - start).toBeLessThan(1000 + starting)
  expect(output()).toContain(`"msg":"Server listening at ${url}"`)
  expect(output(), 'unless that is set').not.toContain('Metrics at')
})

test.runIf(process.env['TEST_FULL'])(
  'uses the configured connections and deadlines, and runs background work',
  async () => {
    const own = await createTestDatabase()
    const proxy = await startFaultProxy(own.url)
    const beside = connect(own.url, { connections: 2 })
    onTestFinished(async () => {
      await beside.end()
      await proxy.end()
      await own.drop()
    })
    await beside.unsafe(`
    insert into "picture" ("hash", "type", "content", "seenAt") values (encode(sha256('x'), 'hex'), 'image/png', 'x', now());
    insert into "user" ("id", "name", "email", "image", "picture", "createdAt", "updatedAt")
      select 'ann', 'Ann', 'a@b.test', 'https://former.test/api/auth/pictures/' || "hash", "hash", now(), now() from "picture";
    insert into "organization" ("id", "name", "slug", "createdAt") values ('o', 'o', 'o', now());
    insert into "member" ("id", "organizationId", "userId", "role", "createdAt") values ('m', 'o', 'ann', 'owner', now());
    update "member" set "userName" = 'before';
    insert into "renamedUser" ("userId") values ('ann');
    insert into "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt") values ('s', 's', 'ann', 'epoch', 'epoch', 'epoch')`)
    const { listening, logged, metrics } = run('./main.ts', [], {
      DATABASE_URL: proxy.url,
      DATABASE_CONNECTIONS: '7',
      DATABASE_REQUEST_TIMEOUT: '4',
      METRICS_PORT: '0',
    })
    const url = await listening
    const most = [
      ...(await (await fetch(await metrics())).text()).matchAll(/^database_connections_most\{pool="(\w+)"\} (\d+)$/gm),
    ]
    expect(Object.fromEntries(most.map(([, pool, size]) => [pool, size]))).toEqual({
      writes: '3',
      reads: '3',
      health: '1',
    })

    const left = () => beside.read`
    select replace("image", "picture", 'HASH') as "image", "userName", (select count(*)::int from "session") as "sessions", (select count(*)::int from "renamedUser") as "renamed"
    from "user" u join "member" m on m."userId" = u."id"`
    const image = 'http://localhost:3000/api/auth/pictures/HASH'
    const done = [{ image, userName: 'ann', sessions: 0, renamed: 0 }]
    await vi.waitFor(async () => expect(await left()).toEqual(done))

    // Computes no hash, which on a busy machine would take most of the lock timeout.
    const startSocial = () => post(url, '/sign-in/social', { provider: 'github' })
    await beside.begin(async (tx) => {
      await tx.write`lock table "verification" in access exclusive mode`
      const { status, headers } = await startSocial()
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    })
    await logged('a lock was held for too long')
    expect((await startSocial()).status).toBe(200)
    await proxy.set('hang')
    const ready = await withTimeout(3000, fetch(`${url}/ready`), () => fetch(`${url}/live`))
    expect(ready.status).toBe(503)
  },
)

test('logs each request with its id, and no secrets in logs or metrics', async () => {
  const { listening, output, logged, metrics } = run('./main.ts', [], {
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_PORT: '0',
  })
  const url = await listening
  const headers = { 'content-type': 'application/json', 'x-request-id': 'request-of-the-test' }
  const body = JSON.stringify({ email: 'log@example.com', password: 'a secret password', name: 'x' })
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  const { token } = Object(await signedUp.json())
  await fetch(`${url}/api/auth/verify-email?token=secret-token`, { headers })
  await fetch(`${url}/api/auth/reset-password/secret-token?callbackURL=/`, { headers, redirect: 'manual' })
  await fetch(`${url}/api/auth/get-session`, { headers: { authorization: `Bearer ${token}` } })
  await logged('get-session')
  expect(output()).toContain('"requestId":"request-of-the-test"')
  expect(output()).toContain('"route":"/api/auth/reset-password/:token"')
  const counted = await (await fetch(await metrics())).text()
  expect(counted).toContain('route="/api/auth/reset-password/:token",status="302"')
  for (const secret of ['a secret password', 'secret-token', 'log@example.com', token, 'request-of-the-test']) {
    expect(counted).not.toContain(secret)
    if (secret !== 'request-of-the-test') expect(output()).not.toContain(secret)
  }
})

test.runIf(process.env['TEST_FULL'])('keeps running on a full disk', async () => {
  const { child, listening, ended } = run('./main.ts', [], {}, { output: openSync('/dev/full', 'w') })
  const url = await listening
  for (let request = 0; request < 20; request += 1) expect((await fetch(`${url}/api/auth/ok`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test.runIf(process.env['TEST_FULL'])('runs its own PostgreSQL if no database is set, and backs it up', async () => {
  const { listening, logged } = run('./main.ts', [], { DATABASE_URL: '' })
  const url = await listening
  const ready = async () => (await fetch(`${url}/ready`)).status
  expect(await ready()).toBe(200)
  const copy = `${folder}-copy`
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const backup = run('./admin.ts', ['backup', '--to', copy], { DATABASE_URL: '' })
  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining(`DATA_DIR=${copy} npm start`)])
  const pid = Number(readFileSync(join(folder, 'postgres-18/data/postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await logged('PostgreSQL is running again')
  await vi.waitFor(async () => expect(await ready()).toBe(200))
})

test('reports all problems of the configuration in plain words', async () => {
  const { ended, output } = run('./main.ts', [], { PORT: 'x', AUTH_SECRET: 'short' })
  expect(await ended).toBe(1)
  expect(output()).toContain('The configuration has 2 problems:')
  expect(output()).toMatch(/"event":"settings.refused","outcome":"refused","settings":\["\w+","\w+"\],"msg":"security"/)
  expect(output()).not.toContain('    at ')
})

test('warns if rate limits are off in production', async () => {
  const production = {
    NODE_ENV: 'production',
    AUTH_URL: 'https://accounts.example.com',
    AUTH_SECRET: 'x'.repeat(32),
    MAIL_URL: 'smtp://127.0.0.1:9',
  }
  await run('./main.ts', [], { ...production, RATE_LIMIT_ENABLED: 'false' }).logged('RATE_LIMIT_ENABLED=false')
})

test('warns if the database is on another machine and needs no TLS', async () => {
  const { ended, output } = run('./main.ts', [], { DATABASE_URL: 'postgres://u:secret@db.invalid/name' })
  expect(await ended).toBe(1)
  expect(output()).toContain('DATABASE_URL has no sslmode=verify-full')
  expect(output()).not.toContain('secret')
})

test.runIf(process.env['TEST_FULL'])('reports in one line why it cannot start', async () => {
  const { listening } = run('./main.ts')
  const { port } = new URL(await listening)
  const taken = run('./main.ts', [], { PORT: port })
  expect(await taken.ended).toBe(1)
  expect(taken.output()).toMatch(/^rest-auth cannot start: .*EADDRINUSE.*\n$/m)
  const lost = run('./main.ts', [], { DATABASE_URL: 'postgres://127.0.0.1:1/nothing' })
  expect(await lost.ended).toBe(1)
  expect(lost.output()).toMatch(/^rest-auth cannot start: .+\n$/m)
})

test.runIf(process.env['TEST_FULL'])('delivers and records an email in progress at shutdown', async () => {
  const taking = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const to = 'last@stop.test'
  const beforeReply = async (mail: { to: string }) => {
    if (mail.to !== to) return
    taking.resolve()
    await goOn.promise
  }
  const { url: MAIL_URL } = await startSmtpServer({ beforeReply })
  const outbox = connectDirectly()
  const { child, listening, ended } = run('./main.ts', [], { MAIL_URL, SHUTDOWN_TIMEOUT: '60' })
  const url = await listening
  const now = new Date()
  await outbox.write`insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt")
    values ('last', ${to}, 'emailChanged', '{"name":"Ann"}', 'en', ${now}, ${new Date(0)})`
  await taking.promise
  child.kill('SIGTERM')
  // It accepts no connections, but has not exited.
  await vi.waitFor(() => expect(fetch(`${url}/live`)).rejects.toThrow())
  goOn.resolve()
  expect(await ended).toBe(0)
  expect(await outbox.read`select "attempts", "sentAt" is not null as "sent" from "mail" where "id" = 'last'`).toEqual([
    { attempts: 1, sent: true },
  ])
})

test.runIf(process.env['TEST_FULL'])(
  'sets secrets and grants of services, and replaces keys, for operators',
  async () => {
    const service = (action: string, ...more: string[]) => admin(['service', action, '--name', 'mf-invoices', ...more])
    const secret = 's'.repeat(43)
    expect(await admin(['service', 'secret', '--name', 'mf-invoices'], { input: `${secret}\n` })).toEqual([
      0,
      'The service of mf-invoices must now authenticate with its secret.\n',
    ])
    expect(await service('grant')).toEqual([0, expect.stringContaining('may now read all organizations')])
    const listed = 'mf-invoices: has a secret, all organizations\n'
    expect(await admin(['service', 'list'])).toEqual([0, listed])
    expect(await service('revoke')).toEqual([0, expect.stringContaining('active organization')])
    expect(await admin(['service', 'grant', '--name', 'invoices'])).toEqual([
      1,
      'invoices is not the name of a remote, such as mf-invoices.\n',
    ])
    expect(await admin(['keys', 'rotate'])).toEqual([0, expect.stringMatching(/^A new key replaces \d/)])
  },
)

test.runIf(process.env['TEST_FULL'])('lists, resends and deletes dead-lettered emails for operators', async () => {
  const outbox = connectDirectly()
  const mail = (...args: string[]) => admin(['mail', ...args])
  const late = new Date(Date.now() + 3_600_000)
  await outbox.write`insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "deadAt", "lastError")
    values ('lost', 'gone@operators.test', 'emailChanged', '{}', 'en', ${late}, ${late}, ${late}, ${'550 no\u001b[2J such user'})`
  const [row] = await outbox.read<{ number: string }[]>`select "number" from "mail" where "id" = 'lost'`
  const number = row?.number ?? ''
  const [listed, text] = await mail('list', '--state', 'dead')
  expect(listed).toBe(0)
  expect(text).toMatch(/^number +state +kind +to +attempts +due +last error$/m)
  expect(text).toMatch(
    new RegExp(`^${number} +dead +emailChanged +gone@operators.test +0 +550 no \\[2J such user$`, 'm'),
  )
  expect(await mail('list', '--state', 'lost')).toEqual([
    1,
    'Unknown --state lost. Use one of waiting, dead, expired, sent.\n',
  ])
  expect(await mail('resend', '--number', number)).toEqual([1, expect.stringContaining('1 email cannot be sent')])
  expect(await mail('drop', '--number', '1; drop')).toEqual([
    1,
    expect.stringContaining('must be a number from "mail list"'),
  ])
  expect(await mail('drop', '--number', number)).toEqual([0, '1 email deleted.\n'])
  expect(await mail('drop', '--number', number)).toEqual([1, `No dead-lettered email has the number ${number}.\n`])
  expect(await mail('resend', '--all')).toEqual([0, '0 emails queued again.\n'])
  expect(await mail('send')).toEqual([1, expect.stringContaining('Usage')])
})

test.runIf(process.env['TEST_FULL']).each([
  [['mail', 'drop', '--number', '7', '--all'], 'Use either --number or --all.'],
  [
    ['mail', 'list'],
    'the connection to the database was lost: connect ECONNREFUSED 127.0.0.1:1',
    'postgres://127.0.0.1:1/x',
  ],
  [['mail', 'list'], 'The configuration has a problem:\n  - DATABASE_URL: must be', 'nonsense'],
])('explains the problem with npm run admin -- %j in a sentence: %s', async (args, sentence, url = database.url) => {
  const [code, output] = await admin(args, { url })
  expect(code).toBe(1)
  expect(String(output).startsWith(sentence)).toBe(true)
  expect(output).not.toMatch(/^ +at |Usage/m)
})

test('asks in production for a proved email before a command gives rights to a user', async () => {
  const db = connectDirectly()
  await db.write`
    insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    select "id", "id", "id" || '@proof.test', true, now(), now() from unnest(array['cfo', 'boss']) "id"`
  await db.write`insert into "organization" ("id", "name", "slug", "createdAt") values ('corp', 'Corp', 'corp', now())`
  const production = {
    NODE_ENV: 'production',
    AUTH_URL: 'https://accounts.example.com',
    AUTH_SECRET: 'a secret of at least 32 characters',
    MAIL_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@example.com',
  }
  const command = async (...args: string[]) => {
    const { ended, output } = run('./admin.ts', args, production)
    return [await ended, /^.*\.$/m.exec(output())?.[0]] // without security events
  }
  const commands = [
    ['add-member', '--organization', 'corp', '--role', 'admin', '--email'],
    ['create-organization', '--name', 'Board', '--slug', 'board', '--owner'],
    ['operator', 'add', '--email'],
    ['administrator', 'add', '--email'],
  ]
  const refused = expect.stringMatching(/^Anyone may have signed up with cfo@proof\.test\. The owner must sign in/)
  expect(await Promise.all(commands.map((args) => command(...args, 'cfo@proof.test')))).toEqual([
    [1, refused],
    [1, refused],
    [1, refused],
    [1, refused],
  ])
  const rights = () => db.read`
    select (select count(*)::int from "member" where "userId" in ('cfo', 'boss')) as "memberships",
      (select count(*)::int from "operator" where "userId" in ('cfo', 'boss')) as "operators"`
  expect(await rights()).toEqual([{ memberships: 0, operators: 0 }])
  await db.write`update "user" set "proved" = true where "id" = 'boss'`
  expect(await Promise.all(commands.map((args) => command(...args, 'boss@proof.test')))).toEqual([
    [0, 'boss@proof.test is now a member of Corp with the role admin.'],
    [0, expect.stringMatching(/^Board \(\w+\) belongs to boss@proof\.test\.$/)],
    [0, 'boss@proof.test is now an operator.'],
    [0, 'boss@proof.test is an administrator.'],
  ])
  expect(await rights()).toEqual([{ memberships: 2, operators: 1 }])
  const boss = ['--email', 'boss@proof.test', '--reason', 'asked for it']
  const state = async () =>
    (
      await db.read`select "role", "banned", "banReason", "banExpires" is null as "isLasting" from "user" where "id" = 'boss'`
    )[0]
  expect(await command('user', 'ban', ...boss, '--days', '7')).toEqual([
    0,
    'boss@proof.test is banned. All sessions have ended.',
  ])
  expect(await state()).toEqual({ role: 'admin', banned: true, banReason: 'asked for it', isLasting: false })
  expect(await command('user', 'ban', ...boss, '--days', '0')).toEqual([1, '--days must be 1 to 9999, not 0.'])
  const ends = [command('user', 'unban', ...boss), command('administrator', 'remove', ...boss)]
  expect(await Promise.all(ends)).toEqual([
    [0, 'boss@proof.test is not banned.'],
    [0, 'boss@proof.test is not an administrator.'],
  ])
  expect(await state()).toEqual({ role: 'user', banned: false, banReason: null, isLasting: true })
  const outputOf = async (...args: string[]) => {
    const { ended, output } = run('./admin.ts', args, production)
    expect(await ended).toBe(0)
    return output().replaceAll(/^\{"level".*\n/gm, '') // without security events
  }
  expect(await outputOf('user', 'find', '--email', 'Boss@')).toBe('boss@proof.test, boss\n')
  expect(await outputOf('user', 'show', '--email', 'boss@proof.test')).toMatch(
    /^email +verified, proved\nsigns .*\norganizations +\S+ \(\w+\), \S+ \(\w+\)\nrights +operator\nbanned +no\n/m,
  )
  await db.write`update "user" set "name" = ${'Bo\u001B[2Jss'} where "id" = 'boss'`
  expect(await outputOf('user', 'find', '--email', 'boss@')).toBe('boss@proof.test, Bo [2Jss\n')
  expect(JSON.parse(await outputOf('user', 'export', ...boss))).toMatchObject({
    user: { email: 'boss@proof.test' },
    memberships: [{}, {}],
  })
  await db.write`update "organization" set "name" = ${'Bo\u001B[2Jard'} where "slug" = 'board'`
  const { ended, output } = run('./admin.ts', ['user', 'erase', ...boss], production)
  expect(await ended).toBe(1)
  expect(output()).toMatch(/^boss@proof\.test is the only owner of these organizations\. .*\n\w+ Bo \[2Jard$/m)
  expect(await command('user', 'erase', '--email', 'cfo@proof.test')).toEqual([
    0,
    'The account of cfo@proof.test is deleted.',
  ])
  const entries = await db.read`
    select "event", "actorKind", "details" ->> 'reason' as "reason" from "journal" where "userId" = 'boss' and "details" ? 'reason' order by "at"`
  expect(entries.map(({ event, reason }) => [event, reason])).toEqual([
    ['user.role-changed', 'none given'],
    ['user.banned', 'asked for it'],
    expect.arrayContaining(['asked for it']),
    expect.arrayContaining(['asked for it']),
    ['user.exported', 'asked for it'],
  ])
  expect(entries.every(({ actorKind }) => actorKind === 'command line')).toBe(true)
  await db.write`delete from "operator" where "userId" = 'boss'` // other tests list them
})

test.runIf(process.env['TEST_FULL'])(
  'sets passwords, creates organizations and adds members for operators',
  async () => {
    const { listening } = run('./main.ts')
    const url = await listening
    const db = connectDirectly()
    for (const name of ['ann', 'bob']) await signUp(url, `${name}@admin.test`)
    const input = 'eight otters swim\n'
    const setPassword = ['set-password', '--email', 'Ann@admin.test']
    expect(await admin(setPassword, { input })).toEqual([1, 'user already has a password\n'])
    await post(url, '/forget-password', { email: 'ann@admin.test' })
    const resets = () => db.read<{ data: { url: string } }[]>`
    select "data" from "mail" where "template" = 'resetPassword' and "to" = 'ann@admin.test'`
    await vi.waitUntil(async () => (await resets()).length === 1) // a worker looks twice a second
    const [mailed] = await resets()
    const token = new URL(String(mailed?.data.url)).pathname.split('/').at(-1)
    expect((await admin([...setPassword, '--replace'], { input }))[0]).toBe(0)
    expect(await db.read`select "to" from "mail" where "template" = 'passwordChanged'`).toEqual([
      { to: 'ann@admin.test' },
    ])
    const reset = await post(url, '/reset-password', { token, newPassword: 'nine badgers dig' })
    expect(await reset.json()).toMatchObject({ code: 'INVALID_TOKEN' })
    expect((await post(url, '/sign-in/email', { email: 'ann@admin.test', password: 'eight otters swim' })).status).toBe(
      200,
    )
    const withSessions = () => db.read`
    select distinct "email" from "session" join "user" on "user"."id" = "userId" where "email" like '%@admin.test'`
    expect(await withSessions()).toHaveLength(2)
    expect((await admin(['end-sessions', '--email', 'Ann@admin.test']))[0]).toBe(0)
    expect(await withSessions()).toEqual([{ email: 'bob@admin.test' }])
    const create = (name: string, slug: string) =>
      admin(['create-organization', '--name', name, '--slug', slug, '--owner', 'ann@admin.test'])
    const [created, text] = await create('Acme', 'acme')
    expect([created, text]).toEqual([
      0,
      expect.stringMatching(
        /^Acme \((\w{32})\) belongs to ann@admin\.test, who has not proved ownership of the email\.\n$/,
      ),
    ])
    const organization = /\((\w+)\)/.exec(String(text))?.[1] ?? ''
    const add = ['add-member', '--organization', organization, '--email', 'bob@admin.test', '--role']
    expect(await admin([...add, 'king'])).toEqual([1, 'Role not found\n'])
    expect(await admin([...add, 'admin,member'])).toEqual([
      0,
      'bob@admin.test is now a member of Acme with the role admin,member, but has not proved ownership of the email.\n',
    ])
    const operator = (...rest: string[]) => admin(['operator', ...rest])
    const named = ['--email', 'bob@admin.test']
    // The log uses another stream than the output.
    const { ended, output } = run('./admin.ts', ['operator', 'add', ...named])
    expect(await ended).toBe(0)
    expect(output()).toMatch(/^bob@admin\.test is now an operator, but has not proved ownership of the email/m)
    expect(output()).toMatch(/^\{.*"event":"operator\.added".*\}$/m)
    expect(await operator('list')).toEqual([0, expect.stringMatching(/^bob@admin\.test, since 2\S+Z\n$/)])
    expect(await operator('remove', ...named)).toEqual([0, expect.stringContaining('no longer an operator')])
    expect(await operator('crown', ...named)).toEqual([1, expect.stringContaining('Usage')])
    expect(await admin(['proofs', 'list'])).toEqual([0, expect.stringMatching(/^No adopted account counts/)])
    expect(await admin(['proofs', 'withdraw'])).toEqual([
      0,
      expect.stringMatching(/^Emails that no longer count .*: 0/),
    ])
    expect(await admin(['proofs'])).toEqual([1, expect.stringContaining('Usage')])
    expect(await admin(['--help'])).toEqual([0, expect.stringMatching(/^Usage .*\n {2}npm run admin -- set-password /)])
    const unknown = [1, expect.stringMatching(/^Unknown option '--rol'(?![^]*^ +at )[^]*\n\nUsage /m)]
    expect(await admin(['add-member', '--rol', 'admin'])).toEqual(unknown)
    for (const name of ['nonsense', '__proto__'])
      expect(await admin([name])).toEqual([1, expect.stringContaining('Usage')])
    expect(await create(' ', 'blank')).toEqual([1, expect.stringContaining('Name and slug')])
    expect(await create('Blank', '')).toEqual([1, expect.stringContaining('Name and slug')])
  },
)

test.runIf(process.env['TEST_FULL'])(
  'migrates without starting the service, lists pending migrations, and reports a newer schema',
  async () => {
    const own = await createTestDatabase()
    onTestFinished(() => own.drop())
    const connection = connectDirectly(own.url)
    const migrate = (...args: string[]) => admin(['migrate', ...args], { url: own.url })
    await connection.unsafe('drop schema public cascade; create schema public')
    const [, planned] = await migrate('--dry-run')
    expect(planned).toMatch(/^0001-tables\.sql locks no existing table\n/)
    expect(await connection.read`select to_regclass('"user"') as "user"`).toEqual([{ user: null }])
    for (const args of [
      ['mail', 'list'],
      ['end-sessions', '--email', 'ann@admin.test'],
    ])
      expect(await admin(args, { url: own.url })).toEqual([
        1,
        'The database lacks tables of this release. Start the product once, or run: npm run admin -- migrate\n',
      ])
    expect(await migrate()).toEqual([
      0,
      expect.stringMatching(/^Migration 0001-tables\.sql started: [^]*\nApplied \d+ migrations\.\n$/),
    ])
    await connection.write`insert into "schemaMigration" ("name", "sha256") values ('9999-of-tomorrow.sql', '')`
    const { listening, output, logged } = run('./main.ts', [], { DATABASE_URL: own.url })
    expect((await signUp(await listening, 'ann@newer.test')).status).toBe(200)
    await logged(
      'The database was migrated by a newer release (9999-of-tomorrow.sql). This release supports the schema',
    )
    expect(output()).toMatch(/"level":40,.*"msg":"The database was migrated by/)
  },
)
