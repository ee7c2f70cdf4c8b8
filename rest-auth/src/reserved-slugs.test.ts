import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isReservedSlug } from './naming.ts'

test('no organization can have the address of a screen', () => {
  const routes = readFileSync(new URL('../../mf-organization/src/remote.tsx', import.meta.url), 'utf8')
  const names = [...routes.matchAll(/path: '(?::slug\/)?([\w-]+)'/g)].map(([, name = '']) => name)
  expect(names).toContain('new')
  expect(names.filter((name) => !isReservedSlug(name))).toEqual([])
})
