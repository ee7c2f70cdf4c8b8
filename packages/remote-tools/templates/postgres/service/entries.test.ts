// @vitest-environment node
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { handleEntries } from './entries.ts'
import { createService } from './server.ts'
import { send, listen, startProduct } from './testing.ts'

// `docker compose up --wait` starts one.
const schema = `test_${crypto.randomUUID().slice(0, 8)}`
const database = await openDatabase(schema)
const product = await startProduct()
const service = createService(product.origin, handleEntries(database))
const origin = await listen(service)
afterAll(async () => {
  service.close()
  product.stop()
  await database`drop schema ${database(schema)} cascade`
  await database.end()
})
const acme = `${origin}/organizations/acme/entries`
const owner = await product.tokenOf('acme', ['organization:update'])
const member = await product.tokenOf('acme')

test('lets admins add entries that only members of the organization see', async () => {
  expect(await send(acme, owner, { text: ' The first ' })).toMatchObject({ status: 201 })
  expect(await send(acme, member)).toMatchObject({ status: 200, body: { entries: [{ text: 'The first' }] } })
  const beta = `${origin}/organizations/beta/entries`
  expect(await send(beta, await product.tokenOf('beta'))).toEqual({ status: 200, body: { entries: [] } })
})

test('rejects missing permissions, invalid entries and unknown paths', async () => {
  expect(await send(acme, member, { text: 'Mine' })).toMatchObject({ status: 403 })
  for (const body of [{}, { text: '  ' }, { text: 1 }, { text: 'x'.repeat(201) }])
    expect(await send(acme, owner, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  expect((await send(`${origin}/organizations/acme/elsewhere`, owner)).status).toBe(404)
})

test('runs each migration once, also if two instances start together', async () => {
  const others = await Promise.all([openDatabase(schema), openDatabase(schema)])
  expect(await database`select name from migration`).toMatchObject([{ name: '001-entries.sql' }])
  await Promise.all(others.map((other) => other.end()))
})
