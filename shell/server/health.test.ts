import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startShell } from './testing/start-shell.ts'

async function start(environment: Record<string, string> = {}) {
  const shell = await startShell(environment)
  onTestFinished(() => shell.stop())
  const answer = async (url: string) => {
    const { statusCode, body } = await shell.app.inject({ url })
    return [statusCode, JSON.parse(body)]
  }
  return { shell, answer }
}

test('is alive, and ready once something is published, without logging it', async () => {
  const { shell, answer } = await start()
  expect(await answer('/live')).toEqual([200, { ok: true }])
  expect((await answer('/ready'))[0]).toBe(200)
  await shell.withdraw('shell')
  expect(await answer('/ready')).toEqual([503, expect.objectContaining({ ok: false, reason: 'nothing is published' })])
  expect(shell.log).toEqual([])
})

test('serves pages without the services, and reports those that are missing without waiting for them', async () => {
  const restAuth = fastify()
  restAuth.get('/ready', async () => ({ ok: true }))
  const silent = fastify()
  silent.get('/ready', (_, reply) => void reply.hijack())
  const servers = [restAuth, silent]
  onTestFinished(async () => {
    for (const server of servers) server.server.closeAllConnections()
    await Promise.all(servers.map((server) => server.close()))
  })
  const [REST_AUTH_URL, GATEWAY_URL] = await Promise.all(servers.map((server) => server.listen({ port: 0 })))
  const { answer } = await start({ REST_AUTH_URL: String(REST_AUTH_URL), GATEWAY_URL: String(GATEWAY_URL) })
  const patience = { interval: 100 }
  expect(await answer('/ready')).toEqual([200, { ok: true }])
  await vi.waitFor(
    async () => expect(await answer('/ready')).toEqual([200, { ok: true, missing: ['gateway'] }]),
    patience,
  )
  await restAuth.close()
  const none = [200, { ok: true, missing: ['gateway', 'rest-auth'] }]
  await vi.waitFor(async () => expect(await answer('/ready')).toEqual(none), patience)
})
