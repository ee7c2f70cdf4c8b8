import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVersion } from '../testing/make-version.ts'
import { operatorToken, startRegistryApi } from '../testing/start-registry-api.ts'

let registry: Awaited<ReturnType<typeof startRegistryApi>>
let origin: string

beforeAll(async () => {
  registry = await startRegistryApi({ maxProcessor: 1 })
  registry.product.schema = 'type User { id: ID } type Query { user: User }'
  origin = await registry.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => registry.stop())

async function call(method: 'POST' | 'PUT', path: string, token: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${origin}/registry${path}`, { method, headers, body: JSON.stringify(body) })
  const { code } = Object(await response.json())
  return { status: response.status, code }
}
const publish = (token: string, version: ReturnType<typeof makeVersion>) => call('POST', '/versions', token, version)

/** Each document is within the limits of the gateway. Together they take seconds of processor time. */
function costly(name: string, version: string) {
  const texts = Array.from({ length: 600 }, (_, at) => `query Q${at} { user { ${'id '.repeat(380)}} }`)
  const documents = Object.fromEntries(texts.map((text) => [createHash('sha256').update(text).digest('hex'), text]))
  return makeVersion({ name, version, documents })
}

const isIdle = (loadavg()[0] ?? 0) < availableParallelism() / 2

test('five hostile tokens of a team delay a publish by one upload, and wait; pages are not delayed', async () => {
  const hostile = await Promise.all(Array.from({ length: 5 }, () => registry.createToken('mf-evil')))
  const honest = await registry.createToken('mf-honest')
  expect(await publish(honest, makeVersion({ name: 'mf-honest', version: '1.0.0' }))).toMatchObject({ status: 200 })
  const ended: string[] = []
  const attacks = hostile.map(async (token, at) => {
    ended.push(String((await publish(token, costly('mf-evil', `1.${at}.0`))).code))
  })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  expect(await publish(honest, makeVersion({ name: 'mf-honest', version: '1.0.1' }))).toMatchObject({ status: 200 })
  expect(ended.length).toBeLessThanOrEqual(1)
  const moved = await call('PUT', '/remotes/mf-honest/channels/stable', honest, { version: '1.0.1' })
  expect(moved).toMatchObject({ status: 200 })
  expect(ended.length).toBeLessThanOrEqual(2)
  await Promise.all(attacks)
  expect(ended).toEqual(Array(5).fill('UPLOAD_TOO_COSTLY'))
  if (isIdle) expect(delay.percentile(99) / 1e6).toBeLessThan(100)
  const harmless = makeVersion({ name: 'mf-evil', version: '2.0.0' })
  for (const token of hostile) expect(await publish(token, harmless)).toMatchObject({ status: 429 })
  expect(await publish(operatorToken, harmless)).toMatchObject({ status: 200 })
})

test('connections that only claim large bodies keep nobody from publishing', async () => {
  const evil = await registry.createToken('mf-idle')
  const headers = { authorization: `Bearer ${evil}`, 'content-type': 'application/json', 'content-length': 2 ** 25 }
  const held = [0, 1, 2, 3].map(() => {
    const connection = request(`${origin}/registry/versions`, { method: 'POST', headers })
    connection.write('{"document":"')
    return { connection, answered: once(connection, 'response') }
  })
  const made = (version: string) => makeVersion({ name: 'mf-third', version })
  expect(await publish(await registry.createToken('mf-third'), made('1.0.0'))).toMatchObject({ status: 200 })
  expect(await publish(operatorToken, made('1.0.1'))).toMatchObject({ status: 200 })
  for (const { connection, answered } of held) {
    const [response] = await answered
    expect(response.statusCode).toBe(408)
    connection.destroy()
  }
})
