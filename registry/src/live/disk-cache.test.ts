import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DiskCache } from './disk-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-cache-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = (limit = 100) => DiskCache.open(folder, limit)
const of = (bytes: number) => async () => ({ content: Buffer.alloc(bytes) })
const nothing = async () => null

test('evicts the least recently used entry', async () => {
  const cache = await open()
  await cache.ensure('a.js', of(40))
  await cache.ensure('b.js', of(40))
  await cache.ensure('a.js', nothing)
  await cache.ensure('c.js', of(40))
  expect((await readdir(folder)).toSorted()).toEqual(['a.js', 'c.js'])
  expect(await cache.ensure('b.js', nothing)).toBe(false)
})

test('counts compressed copies and evicts them with their content', async () => {
  const cache = await open()
  await cache.ensure('a.js', async () => ({
    content: Buffer.alloc(30),
    brotli: Buffer.alloc(20),
    gzip: Buffer.alloc(25),
  }))
  expect((await readdir(folder)).toSorted()).toEqual(['a.js', 'a.js.br', 'a.js.gz'])
  await cache.ensure('b.js', of(30))
  expect(await readdir(folder)).toEqual(['b.js'])
})

test('keeps an entry larger than the limit while it is the only one', async () => {
  const cache = await open()
  expect(await cache.ensure('a.js', of(500))).toBe(true)
  await cache.ensure('b.js', of(10))
  expect(await readdir(folder)).toEqual(['b.js'])
})

test('keeps its entries across a restart, and removes leftovers of an interrupted write', async () => {
  const before = await open()
  for (const name of ['a.js', 'b.js', 'c.js']) await before.ensure(name, of(30))
  await writeFile(join(folder, '.draft'), 'x')
  await writeFile(join(folder, 'half.js.br'), 'x')
  const after = await open()
  expect((await readdir(folder)).toSorted()).toEqual(['a.js', 'b.js', 'c.js'])
  expect(await after.ensure('b.js', nothing)).toBe(true)
  expect(await after.ensure('c.js', nothing)).toBe(true)
  await after.ensure('d.js', of(30))
  expect((await readdir(folder)).toSorted()).toEqual(['b.js', 'c.js', 'd.js'])
})

test('loads an entry once for concurrent calls, and retries a failed load', async () => {
  const cache = await open()
  let loads = 0
  const load = async () => {
    loads += 1
    if (loads === 1) throw new Error('not now')
    return { content: Buffer.alloc(1) }
  }
  await expect(cache.ensure('a.js', load)).rejects.toThrow('not now')
  await Promise.all(Array.from({ length: 10 }, () => cache.ensure('a.js', load)))
  expect(loads).toBe(2)
})
