import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestApp } from './testing/start-test-app.ts'
import { presentRequest } from './request-context.ts'

const t = await startTestApp()
const arrived = Promise.withResolvers<void>()
t.app.route({
  method: 'POST',
  url: '/present',
  onRequest: (_request, _reply, done) => {
    arrived.resolve()
    done()
  },
  handler: async (request) => ({ isPresent: presentRequest() === request }),
})
const address = await t.app.listen({ port: 0, host: '127.0.0.1' })

test('what runs for a request knows it, also when its body came later', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  const call = sendRequest(`${address}/present`, { method: 'POST', headers })
  call.flushHeaders()
  await arrived.promise
  call.end('{}')
  const [response] = await once(call, 'response')
  expect(JSON.parse(await text(response))).toEqual({ isPresent: true })
  expect(presentRequest()).toBeUndefined()
})
