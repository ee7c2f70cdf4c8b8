import { expect, test, vi } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

const { url, logged, relay } = await startGateway()

test('the log has one line for each answer, with the calls that it took and the time', async () => {
  relay.behave = (_, __, pass) => void setTimeout(pass, 50)
  const before = performance.now()
  const { headers } = await fetch(`${url}/ready?token=secret`)
  const took = performance.now() - before
  const requestId = headers.get('x-request-id')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const line = await vi.waitFor(() => JSON.parse(logged.find((text) => text.includes(`"${requestId}"`)) ?? ''))
  expect(line).toMatchObject({ method: 'GET', route: '/ready', status: 200, msg: 'request' })
  expect(line.ms).toBeGreaterThanOrEqual(49)
  expect(line.ms).toBeLessThanOrEqual(Math.ceil(took))
})

test('an address that leads nowhere is not in the log, which may be read by more people than it was meant for', async () => {
  const { headers } = await fetch(`${url}/nowhere?token=secret`)
  const line = await vi.waitFor(() => logged.find((text) => text.includes(`"${headers.get('x-request-id')}"`)) ?? '')
  expect(JSON.parse(line)).toMatchObject({ route: 'unknown', status: 404 })
})
