import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServiceProxy } from '../testing/start-service-proxy.ts'

let t: Awaited<ReturnType<typeof startServiceProxy>>
beforeEach(async () => void (t = await startServiceProxy()))
afterEach(() => t.stop())

const ofPage = { 'accept-encoding': 'gzip, br', 'sec-fetch-site': 'same-origin' }
const json = { 'content-type': 'application/json' }
const list = JSON.stringify({ entries: Array.from({ length: 500 }, (_, id) => ({ id, text: 'The same text' })) })

interface Reply {
  status?: number
  headers?: OutgoingHttpHeaders
  body?: string
}

async function begin(headers: Record<string, string> = ofPage, method = 'GET'): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(t.begin('/api/mf-invoices/', { headers, method }).end(), 'response')
  if (!response) throw new Error('no response')
  return response
}

async function send(
  { status = 200, headers = json, body = list }: Reply,
  request?: Record<string, string>,
  method?: string,
) {
  t.service.handle = (_, response) =>
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
  const response = await begin(request, method)
  return { headers: response.headers, content: await buffer(response) }
}

test('compresses what the service did not, and says so', async () => {
  const { headers, content } = await send({ headers: { ...json, 'accept-ranges': 'bytes', etag: 'W/"1"' } })
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'referer, accept-encoding', etag: 'W/"1"' })
  expect(headers).not.toHaveProperty('content-length')
  expect(headers).not.toHaveProperty('accept-ranges')
  expect(String(gunzipSync(content))).toBe(list)
  expect(content.length).toBeLessThan(list.length / 5)
})

const untouched: [string, Reply, Record<string, string>?][] = [
  ['a small response', { body: '{}' }],
  ['a picture', { headers: { 'content-type': 'image/png' } }],
  ['a compressed response', { headers: { ...json, 'content-encoding': 'br' } }],
  ['a part', { status: 206 }],
  ['a failure', { status: 500 }],
  ['a response whose strong ETag names its bytes', { headers: { ...json, etag: '"1"' } }],
  ['a response that must not be changed', { headers: { ...json, 'cache-control': 'private, no-transform' } }],
  ['a response for a browser that refuses gzip', {}, { ...ofPage, 'accept-encoding': 'br, gzip;q=0' }],
  ['a response for a client that names no encoding', {}, { 'sec-fetch-site': 'same-origin' }],
  // An attacker who makes the browser send text that comes back would learn of secrets by the size.
  ['a response to a request that no page is known to send', {}, { 'accept-encoding': 'gzip' }],
]

test.each(untouched)('leaves %s as it is', async (_what, reply, request) => {
  const { headers, content } = await send(reply, request)
  expect(headers['content-encoding']).toBe(reply.headers?.['content-encoding'])
  expect(String(content)).toBe(reply.body ?? list)
})

test('leaves the response to HEAD as it is', async () => {
  const { headers } = await send({}, ofPage, 'HEAD')
  expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, String(list.length)])
})

test.each(['text/event-stream', 'application/x-ndjson'])(
  'does not hold back the parts of a stream: %s',
  async (type) => {
    t.service.handle = (_, response) => void response.writeHead(200, { 'content-type': type }).write('first\n')
    const response = await begin()
    const isCompressed = type !== 'text/event-stream'
    expect(response.headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined)
    const [part] = await once(isCompressed ? response.pipe(createGunzip()) : response, 'data')
    expect(String(part)).toBe('first\n')
  },
)

test('looks incomplete to the page if the service breaks off', async () => {
  const breakOff = new EventEmitter()
  t.service.handle = (_, response) => {
    response.writeHead(200, json).write(list)
    breakOff.once('now', () => response.destroy())
  }
  const response = await begin()
  // Until the page has some of it, the proxy can still respond with an error instead.
  await once(response, 'readable')
  breakOff.emit('now')
  await expect(buffer(response)).rejects.toThrow('aborted')
})
