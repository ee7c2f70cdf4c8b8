import { once } from 'node:events'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { sendError } from './handle-errors.ts'

test.each([
  ['logs an error while the client waits', false],
  ['logs nothing after the client disconnected', true],
])('%s', async (_, leaves) => {
  const log: string[] = []
  const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void log.push(line) } } })
  app.setErrorHandler(sendError)
  app.get('/', async ({ socket }) => {
    if (leaves) await once(socket, 'close')
    throw new Error('broken')
  })
  const failed = new Promise((resolve) => app.addHook('onError', async () => resolve(true)))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const client = connect(Number(port), '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  if (leaves) client.end()
  await failed
  client.destroy()
  await app.close()
  expect(log.length).toBe(leaves ? 0 : 1)
})
