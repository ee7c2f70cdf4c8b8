import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isReservedSlug } from './naming.ts'

test('reserves the paths of screens', () => {
  const routes = readFileSync(new URL('../../mf-organization/src/remote.tsx', import.meta.url), 'utf8')
  const names = [...routes.matchAll(/path: '(?::slug\/)?([\w-]+)'/g)].map(([, name = '']) => name)
  expect(names).toContain('new')
  expect(names.filter((name) => !isReservedSlug(name))).toEqual([])
})
