import { once } from 'node:events'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { countRequests, serveMetrics } from './metrics.ts'
import { release } from './release.ts'
import { readMetrics, valueOf } from './testing/read-metrics.ts'

const app = fastify()
countRequests(app)
const held = Promise.withResolvers<string>()
app.addHook('onRequest', async (request, reply) => (request.url === '/refused' ? reply.code(429).send() : undefined))
app.get('/refused', async () => '')
app.get('/people/:id', async () => 'somebody')
app.get('/held', () => held.promise)
app.get('/broken', async () => {
  throw new Error('broken')
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const metrics = await serveMetrics('127.0.0.1', 0)
afterAll(() => app.close())

const requests = async (labels: object) =>
  valueOf(await readMetrics(metrics), 'http_request_duration_seconds_count', { ...labels })

/** Sends raw bytes and waits for the start of the response. */
async function send(text: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  await once(socket, 'data')
  socket.destroy()
}

test('counts requests by route and status, including rejected and failed ones', async () => {
  for (const path of ['/people/ann', '/people/bob', '/refused', '/broken', '/nowhere'])
    await (await fetch(url + path)).text()
  await vi.waitFor(async () => {
    expect(await requests({ method: 'GET', route: '/people/:id', status: 200 })).toBe(2)
    expect(await requests({ method: 'GET', route: '/refused', status: 429 })).toBe(1)
    expect(await requests({ method: 'GET', route: '/broken', status: 500 })).toBe(1)
    expect(await requests({ method: 'any', route: 'none', status: 404 })).toBe(1)
  })
})

test('names the release, and has no gauge that is named as a counter', async () => {
  const found = (await readMetrics(metrics)).filter(({ name }) => name === 'build_info')
  expect(found).toEqual([{ name: 'build_info', labels: release, value: 1 }])
  const text = await (await fetch(metrics)).text()
  expect([...text.matchAll(/^# TYPE (\S+_total) (?!counter)/gm)]).toEqual([])
})

test('counts a request as 499 when its client disconnects', async () => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write('GET /held HTTP/1.1\r\nhost: x\r\n\r\n')
  await vi.waitFor(async () => expect(valueOf(await readMetrics(metrics), 'http_requests_running')).toBe(1))
  socket.destroy()
  await vi.waitFor(async () => expect(await requests({ route: '/held', status: 499 })).toBe(1))
  expect(valueOf(await readMetrics(metrics), 'http_requests_running')).toBe(0)
  held.resolve('')
})

test('never takes a label from the path, method or host of a request', async () => {
  const labels = async () => {
    const samples = await readMetrics(metrics)
    return samples.filter(({ name }) => name.startsWith('http_')).map((sample) => JSON.stringify(sample.labels))
  }
  await fetch(`${url}/people/first`)
  await fetch(`${url}/nowhere`)
  await vi.waitFor(async () => expect((await labels()).join()).toContain('none'))
  await send('PROPFIND /x HTTP/1.1\r\nhost: x\r\n\r\n')
  await send('POST /people/x HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
  const before = await labels()
  for (const path of ['/people/a%22%0a', '/a"b\\', '/%00', `/${'long'.repeat(500)}`, '/metrics', '//people//x'])
    await send(`GET ${path} HTTP/1.1\r\nhost: evil.example\r\n\r\n`)
  for (const method of ['PUT', 'MKCOL', 'PURGE', 'M-SEARCH', 'DELETE', 'TRACE'])
    await send(`${method} /${method} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`)
  const counted = await requests({})
  await fetch(`${url}/people/last`)
  await vi.waitFor(async () => expect(await requests({})).toBeGreaterThan(counted))
  expect(await labels()).toEqual(before)
})

test('serves nothing but /metrics, only on its own port', async () => {
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect((await fetch(new URL('/', metrics))).status).toBe(404)
  expect((await fetch(metrics, { method: 'POST' })).status).toBe(404)
})
