import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { PREVIEW_PATH } from '../../src/federation/lock.ts'
import { startShell } from '../testing/start-shell.ts'
import { watchProduct } from './product.ts'

test('no remote can claim what the shell answers by itself', async () => {
  const shell = await startShell()
  onTestFinished(() => shell.stop())
  const { reservedPaths } = watchProduct('http://127.0.0.1:1', '/auth', () => 0)
  const routes = [
    ...shell.app.printRoutes({ commonPrefix: false, includeHooks: false }).matchAll(/^[├└]── (\/[\w.-]+)/gm),
  ]
  const own = new Set([PREVIEW_PATH, ...routes.map(([, path = '']) => path)])
  expect(own.size).toBeGreaterThan(8)
  expect([...own].filter((path) => !reservedPaths.includes(path) && path !== '/api')).toEqual([])
  expect(reservedPaths).toContain('/auth')
})

test('the schema is the one that the gateway serves, asked for now and then, and the last one while it does not answer', async () => {
  let schema = 'type Query { one: Int }'
  let asked = 0
  const gateway = createServer((_, response) => {
    asked += 1
    response.end(schema)
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const { port } = z.object({ port: z.number() }).parse(gateway.address())
  let time = 0
  const product = watchProduct(`http://127.0.0.1:${port}`, '/api/auth', () => time)
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
  expect(product.release).toMatch(/^\d+\.\d+\.\d+$/)
})
