import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startGateway } from '../testing/start-gateway.ts'

const text = 'query Name($first: Int) { viewer { user { name } organizations(first: $first) { totalCount } } }'
const hash = createHash('sha256').update(text).digest('hex')

/** A fake of the shell's server with the live documents. */
let live: Record<string, string> = {}
/** By the preview cookie of their browser. */
let previewed: Record<string, Record<string, string>> = {}
let asked = 0
let isAway = false
const shell = createServer(({ url, headers }, response) => {
  asked += 1
  if (url === '/registry/previews/documents')
    return response.end(JSON.stringify({ documents: previewed[headers.cookie ?? ''] ?? {} }))
  const etag = `"${Object.keys(live).join()}"`
  if (isAway) return response.destroy()
  if (headers['if-none-match'] === etag) return response.writeHead(304).end()
  return response.setHeader('etag', etag).end(JSON.stringify({ documents: live }))
}).listen(0, '127.0.0.1')
await once(shell, 'listening')
afterAll(() => shell.close())
const { port } = z.object({ port: z.number() }).parse(shell.address())

let time = 1_000_000
const now = () => time
const settings = { SHELL_URL: `http://127.0.0.1:${port}` }
const open = await startGateway({ gateway: settings, now })

beforeEach(() => {
  live = { [hash]: text }
  previewed = {}
  isAway = false
  time += 60_000
})

const headers = { 'content-type': 'application/json' }
type Gateway = typeof open
async function post(gateway: Gateway, body: object, sent: Record<string, string> = headers) {
  const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  return responseOf(response)
}
async function get(gateway: Gateway, query: Record<string, string>, sent: Record<string, string> = {}) {
  const response = await fetch(`${gateway.url}/graphql?${new URLSearchParams(query)}`, {
    headers: { 'graphql-require-preflight': 'true', ...sent },
  })
  return responseOf(response)
}
const responseBody = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional(),
})
async function responseOf(response: Response) {
  const { data, errors } = responseBody.parse(await response.json())
  return errors ? errors[0]?.extensions.code : data
}
const nobody = { viewer: null }

describe('a document of a live version', () => {
  test('can be requested by its hash, by GET and POST, with variables', async () => {
    for (const documentId of [hash, `sha256:${hash}`]) {
      expect(await post(open, { documentId, variables: { first: 3 } })).toEqual(nobody)
      expect(await get(open, { documentId, variables: '{"first":3}', operationName: 'Name' })).toEqual(nobody)
    }
    expect(await post(open, { documentId: hash, variables: { first: 'many' } })).toBe('BAD_USER_INPUT')
  })

  test('is found as soon as it is live, and while the registry is down', async () => {
    const other = 'query Other { viewer { isEmailVerified } }'
    const otherHash = createHash('sha256').update(other).digest('hex')
    expect(await post(open, { documentId: otherHash })).toBe('PERSISTED_DOCUMENT_NOT_FOUND')
    live = { ...live, [otherHash]: other }
    time += 1001
    expect(await post(open, { documentId: otherHash })).toEqual(nobody)
    isAway = true
    time += 120_000
    expect(await post(open, { documentId: otherHash })).toEqual(nobody)
  })

  test('that is unknown is looked up at most once a second', async () => {
    await post(open, { documentId: 'none' })
    time += 5000
    const before = asked
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(open, { documentId: 'none' })))
    expect(new Set(responses)).toEqual(new Set(['PERSISTED_DOCUMENT_NOT_FOUND']))
    expect(asked - before).toBe(1)
  })

  test('has the same limits as its text', async () => {
    const wide = `query Wide { viewer { ${Array.from({ length: 40 }, (_, index) => `a${index}: isEmailVerified`).join(' ')} } }`
    const id = createHash('sha256').update(wide).digest('hex')
    live = { [id]: wide }
    expect(await post(open, { documentId: id })).toBe('GRAPHQL_VALIDATION_FAILED')
    expect(await get(open, { documentId: id })).toBe('GRAPHQL_VALIDATION_FAILED')
  })
})

describe('a document of a preview', () => {
  const other = 'query Previewed { viewer { isEmailVerified } }'
  const documentId = createHash('sha256').update(other).digest('hex')

  test('is found only by the browser of the preview, by GET and POST', async () => {
    previewed = { '__Host-preview=ann': { [documentId]: other } }
    const cookie = 'session_token=ann; __Host-preview=ann; theme=dark'
    expect(await post(open, { documentId }, { ...headers, cookie })).toEqual(nobody)
    expect(await get(open, { documentId }, { cookie })).toEqual(nobody)
    for (const stranger of ['', 'session_token=ann', 'session_token=bob; __Host-preview=bob'])
      expect(await post(open, { documentId }, { ...headers, cookie: stranger })).toBe('PERSISTED_DOCUMENT_NOT_FOUND')
  })
})

test('never executes a text under the hash of another', async () => {
  const other = 'query Other { viewer { isEmailVerified } }'
  const documentId = createHash('sha256').update('query Safe { viewer { user { name } } }').digest('hex')
  live = { [hash]: text, [documentId]: other }
  previewed = { 'preview=ann': { [documentId]: other } }
  expect(await post(open, { documentId })).toBe('PERSISTED_DOCUMENT_NOT_FOUND')
  expect(await post(open, { documentId }, { ...headers, cookie: 'preview=ann' })).toBe('PERSISTED_DOCUMENT_NOT_FOUND')
  expect(await post(open, { documentId: hash, variables: { first: 1 } })).toEqual(nobody)
})
