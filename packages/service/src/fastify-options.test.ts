import { fastify } from 'fastify'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment, settings } from './environment.ts'
import { fastifyOptions } from './fastify-options.ts'
import { atEnd } from './testing/at-end.ts'

const logged: string[] = []
const config = readEnvironment(settings(0, {}), { TRUSTED_PROXIES: '10.0.0.0/8' })
const app = fastify(fastifyOptions(config, pino({}, { write: (line: string) => void logged.push(line) }), 100))
app.get('/', async (request) => {
  request.log.info('served')
  return { id: request.id, ip: request.ip }
})
app.post('/', async () => 'never')
atEnd(() => app.close())
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

test.each([
  ['10.0.0.1', 'from-the-proxy', 'from-the-proxy'],
  ['203.0.113.1', 'from-a-stranger', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ['10.0.0.1', 'short', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ['10.0.0.1', 'two words, and a "quote"', expect.stringMatching(/^[0-9a-f-]{36}$/)],
])(
  'for a request from %s with the id "%s", uses the id only if the proxy is trusted',
  async (remoteAddress, given, expected) => {
    const response = await app.inject({ url: '/', remoteAddress, headers: { 'x-request-id': given } })
    expect(response.json().id).toEqual(expected)
  },
)

test.each([
  ['10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['10.0.0.1', '6.6.6.6, 203.0.113.9:51234, 10.0.0.2:443', '203.0.113.9:51234'],
  ['203.0.113.1', '6.6.6.6', '203.0.113.1'],
])('for a request from %s on behalf of %s, takes %s as the client', async (remoteAddress, forwarded, expected) => {
  const response = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  expect(response.json().ip).toBe(expected)
})

const trace = '0af7651916cd43dd8448eb211c80319c'

test.each([
  [`00-${trace}-b7ad6b7169203331-01`, trace],
  [`cc-${trace}-b7ad6b7169203331-01-what-the-future-will-be-like`, trace],
  [`ff-${trace}-b7ad6b7169203331-01`, undefined],
  [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, undefined],
  [`00-${trace.toUpperCase()}-b7ad6b7169203331-01`, undefined],
  ['"} forged line', undefined],
])('logs the trace id of the traceparent %s as %s', async (traceparent, traceId) => {
  logged.length = 0
  await app.inject({ url: '/', headers: { traceparent } })
  const [line] = logged.filter((each) => each.includes('served'))
  expect(JSON.parse(line ?? '').traceId).toBe(traceId)
})

/** After this many milliseconds Node disconnects a slow client on its own. */
const nodesOwn = 60_000

test.each([
  ['headers', 'POST / HTTP/1.1\r\nHost: x\r\n'],
  ['body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nslow'],
])('disconnects a client that sends the %s too slowly', { timeout: nodesOwn - 10_000 }, async (_, begun) => {
  const client = connect(Number(port), '127.0.0.1', () => client.write(begun))
  onTestFinished(() => void client.destroy())
  expect(await text(client)).toMatch(/^HTTP\/1.1 408 /)
})
