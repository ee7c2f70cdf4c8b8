import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendError } from './handle-errors.ts'
import { cspReports } from './csp-reports.ts'

const log: string[] = []
let now = 0
let app: ReturnType<typeof build>
const build = () => {
  const built = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } } })
  built.setErrorHandler(sendError)
  cspReports(built, () => now)
  return built
}
beforeEach(() => {
  log.length = 0
  now = 1_000_000
  app = build()
})
afterEach(() => app.close())

const violation = {
  'effective-directive': 'script-src-elem',
  'blocked-uri': 'https://evil.example/x.js?stolen=secret1',
  'document-uri': 'http://localhost:3000/reset-password/abcdefghijklmnopqrstuvwx?token=secret2#secret3',
  'source-file': 'http://localhost:3000/assets/shell.js',
  'line-number': 7,
  'script-sample': 'secret4',
  referrer: 'http://localhost:3000/?secret5',
}
const send = (report: unknown, type = 'application/csp-report') =>
  app
    .inject({
      method: 'POST',
      url: '/csp-reports',
      headers: { 'content-type': type },
      payload: typeof report === 'string' ? report : JSON.stringify(report),
    })
    .then(({ statusCode }) => statusCode)

test('logs one line per violation, without secrets of URLs', async () => {
  expect(await send({ 'csp-report': violation })).toBe(204)
  expect(log).toHaveLength(1)
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    directive: 'script-src-elem',
    blocked: 'https://evil.example/x.js',
    page: 'http://localhost:3000/reset-password/…',
    source: 'http://localhost:3000/assets/shell.js',
    line: 7,
  })
  expect(log[0]).not.toMatch(/secret|abcdef/)
})

test.each([
  ['http://localhost:3000/remotes/mf-map/1.0.0/assets/entry.js', 'mf-map'],
  ['https://files.example/remotes/mf-map/1.0.0/assets/entry.js', 'mf-map'],
  ['http://localhost:3000/assets/shell.js', undefined],
  ['http://localhost:3000/x/remotes/mf-map/1.0.0/entry.js', undefined],
  ['http://localhost:3000/remotes/a secret/', undefined],
  ['', undefined],
])('attributes the file %j: %s', async (file, remote) => {
  await send({ 'csp-report': { ...violation, 'source-file': file } })
  expect(JSON.parse(log[0] ?? '').remote).toBe(remote)
})

test.each([
  ['trusted-types-policy', 'trusted-types-policy'],
  ['inline', 'inline'],
  ['data', 'data'],
  ['data:text/html,secret', 'data:'],
  ['a secret text', '…'],
  [`https://evil.example/${'a/'.repeat(5000)}`, `https://evil.example/${'a/'.repeat(5000)}`.slice(0, 200)],
])('logs the blocked URL %j as %j', async (blocked, told) => {
  await send({ 'csp-report': { ...violation, 'blocked-uri': blocked } })
  expect(JSON.parse(log[0] ?? '').blocked).toBe(told)
})

test.each([
  ['invalid JSON', '{', 'application/csp-report', 400],
  ['an empty object', {}, 'application/csp-report', 400],
  ['an invalid directive', { 'csp-report': { ...violation, 'effective-directive': 'a\nb' } }, undefined, 400],
  ['another content type', { 'csp-report': violation }, 'text/plain', 415],
  ['more than 16 kB', { 'csp-report': { ...violation, more: 'x'.repeat(17_000) } }, undefined, 413],
])('rejects %s without logging it', async (_, body, type, status) => {
  expect(await send(body, type)).toBe(status)
  expect(log).toEqual([])
})

test('logs twenty lines a minute, then the number of omitted ones', async () => {
  for (let count = 0; count < 100; count += 1) await send({ 'csp-report': violation })
  expect(log).toHaveLength(20)
  now += 59_999
  await send({ 'csp-report': violation })
  expect(log).toHaveLength(20)
  now += 1
  await send({ 'csp-report': violation })
  expect(log).toHaveLength(22)
  expect(JSON.parse(log[20] ?? '')).toMatchObject({ omitted: 81 })
})
