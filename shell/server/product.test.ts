import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { makeVersion } from 'registry/testing/make-version.ts'
import { reservedPaths as listed } from 'service/reserved-paths.ts'
import { startShell } from './testing/start-shell.ts'
import { watchProduct } from 'registry/product.ts'

test('reserves the paths of the shell’s server', async () => {
  const OPERATOR_TOKEN = 'the-operator-of-the-tests-has-this-token'
  const shell = await startShell({ OPERATOR_TOKEN })
  onTestFinished(() => shell.stop())
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` }
  const { reservedPaths } = (await shell.app.inject({ url: '/registry/facts', headers: operator })).json()
  expect(reservedPaths.toSorted()).toEqual(listed)
  const claim = (path: string) =>
    shell.app.inject({
      method: 'POST',
      url: '/registry/versions',
      headers: operator,
      payload: makeVersion({ name: 'mf-one', version: '1.0.0', description: { routes: [{ path, access: 'public' }] } }),
    })
  // Others trust these files: certificates, app links, single sign-on.
  for (const file of ['security.txt', 'openid-configuration', 'acme-challenge/x', 'unknown'])
    expect((await claim(`/.well-known/${file}`)).json()).toMatchObject({ violations: [{ code: 'ROUTE_CLAIMED' }] })
  expect((await claim('/well-known')).statusCode).toBe(200)
})

test('reads at most a kilobyte that is sent to an unknown path', async () => {
  const shell = await startShell()
  onTestFinished(() => shell.stop())
  const statusOf = async (url: string, bytes: number) =>
    (await shell.app.inject({ method: 'POST', url, payload: { text: 'a'.repeat(bytes) } })).statusCode
  for (const url of ['/', '/unknown', '/remotes/mf-one', '/registry/unknown'])
    expect([url, await statusOf(url, 2000), await statusOf(url, 900)]).toEqual([url, 413, 404])
  expect(await statusOf('/csp-reports', 2000)).toBe(400)
  expect(await statusOf('/graphql', 50_000)).toBe(502)
})

test('refreshes the gateway’s schema, and keeps the last one while the gateway is down', async () => {
  let schema = 'type Query { one: Int }'
  let asked = 0
  const gateway = createServer((_, response) => {
    asked += 1
    response.end(schema)
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const { port } = z.object({ port: z.number() }).parse(gateway.address())
  let time = 0
  const product = watchProduct(`http://127.0.0.1:${port}`, [], () => time)
  expect(product.schema).toBe(null)
  await product.refresh()
  await product.refresh()
  expect([product.schema, asked]).toEqual([schema, 1])
  schema = 'type Query { two: Int }'
  time += 20_000
  await product.refresh()
  expect(product.schema).toBe(schema)
  gateway.closeAllConnections()
  gateway.close()
  time += 20_000
  await product.refresh()
  expect(product.schema).toBe(schema)
})
