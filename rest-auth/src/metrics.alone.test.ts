import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import { serveMetrics } from 'service/metrics.ts'
import { readMetrics, valueOf, type Sample } from 'service/testing/read-metrics.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword } from './crypto/password.ts'
import { watchDatabase } from './database-metrics.ts'
import { errorCodes } from './errors.ts'
import { watchServer } from './health/server-metrics.ts'
import { watchOutbox } from './mail/outbox-metrics.ts'
import { limitNames } from './rate-limits.ts'
import { loggedNames } from './journal/journal.ts'
import { openTransport, sendDueEmails } from './testing/mail-sender.ts'
import { startSmtpServer } from './testing/smtp-server.ts'
import { startTestApp } from './testing/start-test-app.ts'

const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' })
const metrics = await serveMetrics('127.0.0.1', 0)
const url = await t.app.listen({ port: 0, host: '127.0.0.1' })

/** Resolves when all responses are counted. */
const allCounted = () =>
  vi.waitFor(async () => expect(valueOf(await readMetrics(metrics), 'http_requests_running')).toBe(0))

/** The increase of a value during `run`. */
async function added(run: () => Promise<unknown>, name: string, labels: Record<string, string | number> = {}) {
  const value = async () => valueOf(await readMetrics(metrics), name, labels)
  const before = await value()
  await run()
  await allCounted()
  return (await value()) - before
}
const post = (path: string, body: object, headers = {}) =>
  fetch(`${url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).then((response) => response.text())

test('has a series with 0 for every known label value on a fresh instance', async () => {
  const samples = await readMetrics(metrics)
  const known = {
    refusals_total: { code: [...errorCodes, 'OTHER'] },
    rate_limit_refusals_total: { limit: [...limitNames, 'guesses'] },
    security_events_total: { event: loggedNames },
    email_attempts_total: { outcome: ['sent', 'failed', 'dead', 'expired'] },
    password_hash_wait_seconds_count: { outcome: ['started', 'refused', 'left'] },
    database_wait_seconds_count: { outcome: ['used', 'refused'] },
  }
  for (const [name, labels] of Object.entries(known))
    for (const [label, values] of Object.entries(labels))
      for (const value of values) {
        const series = samples.filter((sample) => sample.name === name && sample.labels[label] === value)
        expect(series.length, `${name}{${label}="${value}"}`).toBe(name.startsWith('database') ? 3 : 1)
        expect(valueOf(series, name), value).toBe(0)
      }
})

test('counts refusals by code, including those of rate limits, and security events by name', async () => {
  const wrong = () => post('/sign-in/email', { email: 'nobody@example.com', password: 'a wrong password' })
  expect(await added(wrong, 'refusals_total', { code: 'INVALID_EMAIL_OR_PASSWORD' })).toBe(1)
  expect(await added(wrong, 'security_events_total', { event: 'refused' })).toBe(1)
  await wrong()
  expect(await added(wrong, 'refusals_total', { code: 'TOO_MANY_REQUESTS' })).toBe(1)
  expect(await added(wrong, 'security_events_total', { event: 'limit.reached' })).toBe(1)
  expect(await added(wrong, 'rate_limit_refusals_total', { limit: 'sign-in' })).toBe(1)
  const many = async () => {
    for (let times = 0; times < 101; times += 1) await t.get('/list-accounts')
  }
  expect(await added(many, 'rate_limit_refusals_total', { limit: 'any-path' })).toBe(1)
  t.clock.advance(60)
  expect(await added(() => t.signUp(), 'security_events_total', { event: 'account.created' })).toBe(1)
})

test('counts waits for a database connection and their duration', async () => {
  watchDatabase(t.ctx.database)
  const writes = async () => {
    const samples = await readMetrics(metrics)
    const names = ['connections_most', 'connections', 'connections_busy', 'waiting']
    return names.map((name) => valueOf(samples, `database_${name}`, { pool: 'writes' }))
  }
  const ann = await t.signUp()
  const end = Promise.withResolvers<void>()
  const held = Array.from({ length: 4 }, () => t.ctx.database.begin(() => end.promise))
  const update = () => ann.post('/update-user', { name: 'Anna' })
  await vi.waitFor(async () => expect(await writes()).toEqual([4, 4, 4, 0]))
  const served = async () => {
    const waiting = update()
    await vi.waitFor(async () => expect(await writes()).toEqual([4, 4, 4, 1]))
    await delay(50)
    end.resolve()
    expect((await waiting).status).toBe(200)
    await Promise.all(held)
  }
  expect(await added(served, 'database_wait_seconds_sum', { pool: 'writes', outcome: 'used' })).toBeGreaterThan(0.05)
  expect((await writes()).slice(2)).toEqual([0, 0])
})

test.runIf(process.env['TEST_FULL'])('measures the queue and the duration of hashes', async () => {
  expect(await added(() => hashPassword('x'), 'password_hash_wait_seconds_count', { outcome: 'started' })).toBe(1)
  expect(await added(() => hashPassword('x'), 'password_hash_duration_seconds_count')).toBe(1)
  // More than any machine computes in two seconds.
  const count = 400 * Math.min(availableParallelism(), 8)
  const many = Array.from({ length: count }, () => hashPassword('x').catch(() => 'refused'))
  const samples = await readMetrics(metrics)
  expect(valueOf(samples, 'password_hashes_waiting')).toBeGreaterThan(1)
  const refused = (await Promise.all(many)).filter((outcome) => outcome === 'refused').length
  expect(refused).toBeGreaterThan(0)
  const after = await readMetrics(metrics)
  expect(valueOf(after, 'password_hash_wait_seconds_count', { outcome: 'refused' })).toBe(refused)
  expect(valueOf(after, 'password_hash_wait_seconds_sum', { outcome: 'started' })).toBeGreaterThan(0.1)
  expect(valueOf(after, 'password_hashes_waiting')).toBe(0)
})

test('never uses secrets, emails or user input as labels', async () => {
  const labelsOf = (samples: readonly Sample[]) =>
    new Set(samples.map(({ name, labels }) => JSON.stringify([name, labels])))
  const ann = await t.signUp()
  const ask = async (text: string) => {
    t.clock.advance(60) // nobody is limited by what was before
    expect((await ann.post('/get-access-token', { providerId: text })).at('code')).toContain(text.toUpperCase())
    await post('/sign-in/social', { provider: text, callbackURL: `/${text}` })
  }
  await ask('first')
  await allCounted()
  const known = labelsOf(await readMetrics(metrics))
  for (const text of ['second', 'third']) await ask(text)
  await allCounted()
  const after = labelsOf(await readMetrics(metrics))
  // A kind of garbage collection has a label from its first time on.
  const fresh = [...after].filter((label) => !known.has(label) && !label.startsWith('["nodejs_gc_'))
  expect(fresh).toEqual([])
  expect([...after].join()).not.toMatch(/first|example\.com|127\.0\.0\.1/)
})

test('reports the connections of the server, and none while the database is unavailable', async () => {
  const database = { ...t.ctx.database }
  const server = watchServer({ ...t.ctx, database }, 10)
  onTestFinished(() => server.stop())
  const read = async () => {
    const samples = await readMetrics(metrics)
    return ['', '_most'].map((name) => valueOf(samples, `database_server_connections${name}`))
  }
  await vi.waitFor(async () => {
    const [used = 0, most = 0] = await read()
    expect(used).toBeGreaterThan(0)
    expect(most).toBeGreaterThan(used)
  })
  database.read = () => Promise.reject(new DatabaseUnavailable('away'))
  await vi.waitFor(async () => expect(await read()).toEqual([NaN, NaN]))
})

test('counts emails by outcome, and those waiting, overdue and dead on all instances', async () => {
  const ann = await t.signUp()
  await t.ctx.db.write`delete from "mail"`
  const outbox = watchOutbox(t.ctx, 10)
  onTestFinished(() => outbox.stop())
  const become = (requested: number, waiting: number, overdue: number, dead: number) =>
    vi.waitFor(async () => {
      const samples = await readMetrics(metrics)
      const names = ['email_requests_waiting', 'emails_waiting', 'emails_overdue_seconds', 'emails_dead']
      expect(names.map((name) => valueOf(samples, name))).toEqual([requested, waiting, overdue, dead])
    })
  await post('/forget-password', { email: ann.email })
  await become(1, 0, 0, 0)
  await t.emails()
  t.clock.advance(100)
  await become(0, 1, 100, 0)
  const { url: mailUrl } = await startSmtpServer({ refuse: () => 550 })
  const send = () => sendDueEmails(t.ctx, openTransport(mailUrl))
  expect(await added(send, 'email_attempts_total', { outcome: 'dead' })).toBe(1)
  await become(0, 0, 0, 1)
  await t.ctx.db.write`alter table "mail" rename to "away"`
  await become(NaN, NaN, NaN, NaN)
  await t.ctx.db.write`alter table "away" rename to "mail"`
  await become(0, 0, 0, 1)
})
