import { release } from 'service/release.ts'
import { expect, test, vi } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'
import type { Behaviour } from '../testing/start-relay.ts'

const { url, relay } = await startGateway()

const fetchPath = async (path: string) => {
  const response = await fetch(url + path)
  return [response.status, await response.json()]
}
const says =
  (status: number, body: object): Behaviour =>
  (_, reply) =>
    void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const ready = [200, { ok: true }]
const missing = [503, { ok: false, reason: 'rest-auth' }]

test.each<[string, Behaviour, unknown]>([
  ['is ready', (_, __, pass) => pass(), ready],
  ['has no database', says(503, { ok: false, reason: 'database' }), missing],
  ['is down', (incoming) => void incoming.socket.destroy(), missing],
  ['does not respond', () => undefined, missing],
  // A stopping instance still serves. Otherwise one restart would make all gateways unready.
  ['is only stopping', says(503, { ok: false, reason: 'stopping' }), ready],
])('reports readiness when rest-auth %s', async (_, behaviour, expected) => {
  relay.behave = behaviour
  // The result is cached for a second.
  await vi.waitFor(async () => expect(await fetchPath('/ready')).toEqual(expected), { interval: 100 })
  expect(await fetchPath('/live')).toEqual([200, { ok: true, ...release }])
})

test('checks rest-auth once a second, regardless of the number of requests', async () => {
  relay.clear()
  const responses = await Promise.all(Array.from({ length: 30 }, () => fetchPath('/ready')))
  expect(responses).toEqual(responses.map(() => ready))
  expect(relay.calls.length).toBeLessThanOrEqual(2)
})
