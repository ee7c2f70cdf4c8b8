import { release } from 'service/release.ts'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startShell } from './testing/start-shell.ts'

async function start(environment: Record<string, string> = {}) {
  const shell = await startShell(environment)
  onTestFinished(() => shell.stop())
  const fetchPath = async (url: string) => {
    const { statusCode, body } = await shell.app.inject({ url })
    return [statusCode, JSON.parse(body)]
  }
  return { shell, fetchPath }
}

test('is alive and ready without logging it, also before anything is published', async () => {
  const { shell, fetchPath } = await start()
  expect(await fetchPath('/live')).toEqual([200, { ok: true, ...release }])
  expect((await fetchPath('/ready'))[0]).toBe(200)
  await shell.unpublish('shell')
  expect(await fetchPath('/ready')).toEqual([200, { ok: true, missing: expect.arrayContaining(['published shell']) }])
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
  const { fetchPath } = await start({ REST_AUTH_URL: String(REST_AUTH_URL), GATEWAY_URL: String(GATEWAY_URL) })
  const polling = { interval: 100 }
  expect(await fetchPath('/ready')).toEqual([200, { ok: true }])
  await vi.waitFor(
    async () => expect(await fetchPath('/ready')).toEqual([200, { ok: true, missing: ['gateway'] }]),
    polling,
  )
  await restAuth.close()
  const none = [200, { ok: true, missing: ['gateway', 'rest-auth'] }]
  await vi.waitFor(async () => expect(await fetchPath('/ready')).toEqual(none), polling)
})
