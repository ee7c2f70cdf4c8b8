import { expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

const { url, relay } = await startGateway()

test('it is ready while rest-auth answers well', async () => {
  const answer = async (path: string) => {
    const response = await fetch(url + path)
    return [response.status, await response.json()]
  }
  expect(await answer('/ready')).toEqual([200, { ok: true }])
  relay.behave = (_, reply) => reply.writeHead(503).end()
  expect(await answer('/ready')).toEqual([503, { ok: false }])
  expect(await answer('/live')).toEqual([200, { ok: true }])
})
