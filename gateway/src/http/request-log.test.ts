import { expect, test, vi } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

const { url, logged, relay } = await startGateway()

test('logs one line per response with the number of calls and the duration', async () => {
  relay.behave = (_, __, pass) => void setTimeout(pass, 50)
  const before = performance.now()
  const asked = { headers: { 'x-apollo-operation-name': 'Who', authorization: 'Bearer nobody' } }
  const { headers } = await fetch(`${url}/graphql?query={viewer{user{id}}}&token=secret`, asked)
  const took = performance.now() - before
  const requestId = headers.get('x-request-id')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const line = await vi.waitFor(() => JSON.parse(logged.find((text) => text.includes(`"${requestId}"`)) ?? ''))
  expect(line).toMatchObject({ method: 'GET', route: '/graphql', status: 401, upstreamCalls: 1, msg: 'request' })
  expect(line.ms).toBeGreaterThanOrEqual(49)
  expect(line.ms).toBeLessThanOrEqual(Math.ceil(took))
})

test('logs neither health checks nor query strings', async () => {
  logged.length = 0
  for (const path of ['/live', '/ready']) expect((await fetch(url + path)).status).toBe(200)
  await fetch(`${url}/nowhere?token=secret`)
  await vi.waitFor(() => expect(logged.join('')).toContain('unknown'))
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged.join(''))).toMatchObject({ route: 'unknown', status: 404 })
  expect(logged.join('')).not.toContain('secret')
})
