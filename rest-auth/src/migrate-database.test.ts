import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const directory = new URL('../migrations/', import.meta.url)

test('builds no index on a table with rows while blocking writes, after the first migration', () => {
  const later = readdirSync(directory).filter((name) => name > '0002')
  const slow = later.filter((name) => {
    const text = readFileSync(new URL(name, directory), 'utf8')
    const built = [...text.matchAll(/create (?:unique )?index (?!concurrently)[^;]*?\bon "(\w+)"/gi)]
    return built.some(([, table]) => !new RegExp(`create (?:unlogged )?table "${table}"`, 'i').test(text))
  })
  expect(slow, 'see "A migration" in docs/recipes.md').toEqual([])
})
