import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

// oxlint-disable-next-line typescript/unbound-method -- does not use `this`
const { url, visitor } = await startGateway({ gateway: { GRAPHQL_INTROSPECTION: 'false' } })

/** Returns the raw body; fetch would decompress it. */
async function get(path: string, encoding: string) {
  const headers = { 'accept-encoding': encoding, 'graphql-require-preflight': '1' }
  const response = await new Promise<IncomingMessage>((done) => request(url + path, { headers }, done).end())
  return { headers: response.headers, status: response.statusCode, bytes: await buffer(response) }
}

test('serves the schema publicly even without introspection', async () => {
  const response = await fetch(`${url}/graphql/schema.graphql`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await response.text()).toBe(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
  expect((await visitor().graphql('{ __schema { types { name } } }')).errors).toHaveLength(1)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
])('serves clients that accept %s the encoding %s', async (accepted, encoding, unpack) => {
  const plain = await get('/graphql/schema.graphql', 'identity')
  const packed = await get('/graphql/schema.graphql', accepted)
  expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, encoding])
  expect(packed.headers.vary).toContain('accept-encoding')
  expect(unpack(packed.bytes).toString()).toBe(plain.bytes.toString())
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
  // Responses that are compressed while they are sent have no length.
  expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
})

test('does not compress small responses', async () => {
  const response = await get('/graphql?query={__typename}', 'br')
  expect([response.status, response.headers['content-encoding'], response.bytes.toString().trim()]).toEqual([
    200,
    undefined,
    '{"data":{"__typename":"Query"}}',
  ])
})
