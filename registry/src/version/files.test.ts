import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRegistryApi } from '../testing/start-registry-api.ts'
import { findFile, insertFile } from './files.sql.ts'

let registry: Awaited<ReturnType<typeof startRegistryApi>>
beforeAll(async () => {
  registry = await startRegistryApi()
})
afterAll(() => registry.stop())

test('reads a file of several parts whole, or not at all if it is deleted meanwhile', async () => {
  const { ctx } = registry
  const file = {
    integrity: `sha384-${'A'.repeat(64)}`,
    content: Buffer.alloc(600_000, 'abc'),
    brotli: null,
    gzip: null,
  }
  await insertFile(ctx, file)
  expect(await findFile(ctx, file.integrity)).toEqual(file)
  let reads = 0
  const read: typeof ctx.db.read = (...statement) => {
    reads += 1
    return reads === 3 ? ctx.db.read`select where false` : ctx.db.read(...statement)
  }
  expect(await findFile({ ...ctx, db: { ...ctx.db, read } }, file.integrity)).toBeUndefined()
})
