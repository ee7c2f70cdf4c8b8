import { fastify } from 'fastify'
import { serveMetrics } from 'service/metrics.ts'
import { readMetrics, valueOf } from 'service/testing/read-metrics.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { startShell } from './testing/start-shell.ts'

const upstream = fastify()
/** The session cookie is the user's id. */
const userOf = (cookie = '') => /session_token=(\w+)/.exec(cookie)?.[1]
upstream.get('/api/auth/get-session', async ({ headers }) => ({ user: { id: userOf(headers.cookie) } }))
upstream.get('/api/auth/address-to-prove', async ({ headers }) => ({
  email: null,
  isProved: !userOf(headers.cookie)?.startsWith('unproved'),
}))
upstream.all('/*', async (_, reply) => reply.code(201).send({}))
const restAuth = await upstream.listen({ port: 0, host: '127.0.0.1' })
const shell = await startShell({
  AUTH_URL: 'http://127.0.0.1:3000',
  TRUSTED_PROXIES: '127.0.0.1',
  REST_AUTH_URL: restAuth,
  GATEWAY_URL: 'http://127.0.0.1:1',
})
await shell.publish('mf-one', {})
const metrics = await serveMetrics('127.0.0.1', 0)
const url = await shell.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await shell.stop()
  await upstream.close()
})

const get = (path: string) => fetch(url + path).then((response) => response.text())
const routes = async () => {
  const samples = await readMetrics(metrics)
  expect(valueOf(samples, 'http_requests_running')).toBe(0)
  return Object.fromEntries(
    samples
      .filter(({ name }) => name === 'http_request_duration_seconds_count')
      .map(({ labels, value }) => [`${labels['method']} ${labels['route']} ${labels['status']}`, value]),
  )
}

test('counts documents, files, proxied calls and unavailable services separately, without URLs', async () => {
  const ask = async (text: string) => {
    await get(`/mf-one/${text}`)
    await get(`/${text}`)
    await get(`/${text}.js`)
    await get('/assets/shell.11111111.js')
    await get(`/assets/${text}.js`)
    await get(`/remotes/mf-one/1.0.0/assets/entry.js`)
    await get(`/remotes/${text}/1.0.0/assets/entry.js`)
    await get(`/api/auth/${text}?${text}`)
    await get(`/graphql?query={${text}}`)
  }
  const expected = {
    'GET /* 200': 1,
    'GET /* 404': 2,
    'GET /assets/* 200': 1,
    'GET /assets/* 404': 1,
    'GET /remotes/* 200': 1,
    'GET /remotes/* 404': 1,
    'GET /api/auth/* 201': 1,
    'GET /graphql 502': 1,
  }
  await ask('first')
  await vi.waitFor(async () => expect(await routes()).toEqual(expected))
  await ask('second')
  const twice = Object.fromEntries(Object.entries(expected).map(([label, count]) => [label, 2 * count]))
  await vi.waitFor(async () => expect(await routes()).toEqual(twice))
})

const origin = 'http://127.0.0.1:3000'
const report = async (body: unknown, headers: Record<string, string> = { origin }) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${url}/remotes/failures`, { method: 'POST', body: payload, headers })
  return response.status
}
const failuresOf = async (labels: object) =>
  (await readMetrics(metrics)).filter(
    (sample) =>
      sample.name === 'remote_failures_total' &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
const logged = () => shell.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('remote fail'))

test('has series of 0 for calls of the registry, live remotes and their services before any failure', async () => {
  const samples = await readMetrics(metrics)
  const refused = samples.filter(({ name, labels }) => name === 'registry_refusals_total' && labels['code'])
  expect(refused.map(({ labels }) => labels['code'])).toEqual(expect.arrayContaining(['UNAUTHORIZED', 'SERVER_BUSY']))
  expect(await failuresOf({ remote: 'mf-one' })).toMatchObject([
    { labels: { version: '1.0.0', outcome: 'failed' }, value: 0 },
    { labels: { version: '1.0.0', outcome: 'recovered' }, value: 0 },
  ])
  await shell.ctx.db.write`insert into "service" values ('mf-one', 'http://127.0.0.1:1', now(), 'a test')`
  await shell.registry.refresh()
  const services = (await readMetrics(metrics)).filter(({ name }) => name === 'service_requests_total')
  expect(services).toContainEqual({
    name: 'service_requests_total',
    labels: { remote: 'mf-one', outcome: 'unreachable' },
    value: 0,
  })
})

test('counts and logs a live version that a page reports, until it is not live any more', async () => {
  await shell.publish('mf-two', {}, '1.0.0')
  await shell.publish('mf-two', {}, '2.0.0')
  expect(await report({ remote: 'mf-two', version: '2.0.0', phase: 'recovered' })).toBe(204)
  expect(await report({ remote: 'mf-two', version: '1.0.0', phase: 'render', error: 'Ann 1.2.3.4' })).toBe(204)
  expect(await failuresOf({ remote: 'mf-two', outcome: 'recovered', version: '2.0.0' })).toMatchObject([{ value: 1 }])
  expect(await failuresOf({ remote: 'mf-two', outcome: 'failed', version: '1.0.0' })).toMatchObject([{ value: 1 }])
  expect(logged()).toMatchObject([
    { remote: 'mf-two', version: '2.0.0', phase: 'recovered' },
    { remote: 'mf-two', version: '1.0.0', phase: 'render' },
  ])
  expect(shell.log.join('')).not.toContain('1.2.3.4')
  await shell.publish('mf-two', {}, '3.0.0')
  await shell.publish('mf-two', {}, '4.0.0')
  expect(await report({ remote: 'mf-two', version: '2.0.0', phase: 'recovered' })).toBe(204)
  expect(await failuresOf({ remote: 'mf-two', version: '2.0.0' })).toEqual([])
  expect(logged()).toHaveLength(2)
})

test('takes no label from a report, and refuses foreign, malformed and large ones', async () => {
  const before = await failuresOf({})
  for (const remote of ['mf-none', 'shell', '__proto__', 'x'.repeat(200)])
    expect(await report({ remote, version: '1.0.0', phase: 'load' })).toBe(204)
  // Their version was drawn, so the alert does not count them.
  expect(await report({ remote: 'mf-one', version: '1.0.0', phase: 'late' })).toBe(204)
  expect(await report({ failures: [{ remote: 'mf-one', version: '1.0.0', phase: 'call' }] })).toBe(204)
  expect(await report({ failures: [{ remote: 'mf-one', version: '1.0.0', phase: 'unknown' }] })).toBe(400)
  expect(await report('{')).toBe(400)
  const good = { remote: 'mf-one', version: '1.0.0', phase: 'load' }
  expect(await report(good, { origin, 'content-type': 'application/json' })).toBe(415)
  expect(await report(good, { origin: 'https://evil.example' })).toBe(403)
  expect(await report('x'.repeat(2000), {})).toBe(403)
  expect(await report({ ...good, more: 'x'.repeat(5000) })).toBe(413)
  expect(await failuresOf({})).toEqual(before)
})

/** Reports from an address, maybe in a session. */
const reportFrom = (address: string, { user, ...more }: { user?: string; version?: string; phase?: string } = {}) =>
  report(
    { remote: 'mf-one', version: '1.0.0', phase: 'load', ...more },
    { origin, 'x-forwarded-for': address, ...(user && { cookie: `better-auth.session_token=${user}` }) },
  )
const failedOf = async (remote: string) => (await failuresOf({ remote, outcome: 'failed' }))[0]?.value ?? 0

test('logs twenty reports a minute and counts all of them', async () => {
  const lines = logged().length
  const before = await failedOf('mf-one')
  for (let times = 0; times < 25; times += 1) expect(await reportFrom(`10.0.${times}.1`)).toBe(204)
  expect((await failedOf('mf-one')) - before).toBe(25)
  expect(logged()).toHaveLength(20)
  expect(lines).toBeGreaterThan(0)
})

test.each([
  ['a network without a session once', 1, ['198.51.100.1', '198.51.100.2', '198.51.100.255'], () => ({})],
  ['an IPv6 network once', 1, ['2001:db8:1::1', '2001:db8:1:2::1', '2001:db8:1:ffff::1'], () => ({})],
  ['each network', 3, ['203.0.113.1', '203.0.114.1', '2001:db8:2::1'], () => ({})],
  ['a user with a proved email once, wherever', 1, ['192.0.2.1', '192.0.3.1'], () => ({ user: 'ann' })],
  [
    'each user with a proved email of one network',
    3,
    ['192.0.4.1', '192.0.4.2', '192.0.4.3'],
    (n: number) => ({ user: `bob${n}` }),
  ],
  [
    'users without a proved email as their network',
    1,
    ['192.0.5.1', '192.0.5.2'],
    (n: number) => ({ user: `unproved${n}` }),
  ],
])('counts %s', async (_, counted, addresses, more) => {
  const before = await failedOf('mf-one')
  for (const round of [1, 2])
    for (const [n, address] of addresses.entries())
      expect([round, await reportFrom(address, more(n))]).toEqual([round, 204])
  expect((await failedOf('mf-one')) - before).toBe(counted)
})

test('does not let 600 invented reports of one network fire the alert, and refuses further ones', async () => {
  const before = await failedOf('mf-one')
  const statuses = await Promise.all(Array.from({ length: 620 }, () => reportFrom('192.0.6.1')))
  expect(statuses.filter((status) => status === 204)).toHaveLength(600)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  expect((await failedOf('mf-one')) - before).toBe(1)
  expect(await reportFrom('192.0.7.1')).toBe(204) // others are not affected
})

test('times the statements of the registry by name', async () => {
  const counts = (await readMetrics(metrics)).filter(({ name }) => name === 'database_statement_seconds_count')
  expect(counts.map(({ labels }) => labels['statement'])).toContain('versions.insertVersion')
  expect(counts.every(({ value }) => value > 0)).toBe(true)
})
