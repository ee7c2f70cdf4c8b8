import { expect, test } from 'vitest'
import type { VersionDocument } from 'contract/registry.ts'
import { checkLive } from './check.ts'
import type { Facts } from './facts.ts'
import { kitFor } from './fit.ts'

// A shell with the next major version of kit, and remotes for the previous one.

const shell: VersionDocument = {
  format: 1,
  name: 'shell',
  version: '2.0.0',
  description: null,
  entry: 'index.html',
  scripts: [],
  styles: [],
  screens: {},
  sharedFiles: {},
  catalogues: {},
  files: {},
  uses: { kit: ['Card'], 'kit/graphql': ['useQuery'], react: ['useState'] },
  kit: '2.0.0',
  documents: {},
}
const layer = { 'kit@1.5.0': ['Panel'], 'kit/graphql@1.5.0': ['useQuery', 'mutate'] }

const remote = (name: string, kit: string, uses: Record<string, string[]>) => ({
  name,
  version: '1.0.0',
  isPublic: true,
  routes: [`/${name}`],
  groups: [],
  places: [],
  needs: { kit },
  uses,
})
const facts: Facts = {
  shells: [],
  remotes: [
    remote('mf-one', '^1.4', { kit: ['Panel'], 'kit/graphql': ['mutate'], react: ['useState'] }),
    remote('mf-two', '^2', { kit: ['Card'] }),
  ],
  grants: [],
  reservedPaths: [],
  schema: null,
  budgets: { first: 1, chunk: 1, styles: 1, file: 1 },
}
const violationsOf = (uses: Record<string, string[]>) =>
  checkLive({ ...shell, uses: { ...shell.uses, ...uses } }, true, facts)

test('rejects a shell with another major version of kit while a live remote needs the previous one', () => {
  const [violation, ...more] = violationsOf({})
  expect(more).toEqual([])
  expect(violation).toMatchObject({ code: 'REMOTE_DROPPED', symbol: 'kit' })
  expect(violation?.message).toContain('mf-one 1.0.0 needs kit ^1.4, but the shell 2.0.0 provides 2.0.0')
})

test('accepts the shell with a layer for that version', () => {
  expect(violationsOf(layer)).toEqual([])
})

test.for([
  ['an export', 'kit.Panel', { ...layer, 'kit@1.5.0': ['Card'] }],
  ['one of kit/graphql', 'kit/graphql.mutate', { ...layer, 'kit/graphql@1.5.0': ['useQuery'] }],
  ['an export of the major that it needs', 'kit.Card', { ...layer, kit: ['Panel'] }],
] as const)('rejects the layer when a live remote would miss %s', ([, symbol, uses]) => {
  const violations = violationsOf(
    Object.fromEntries(Object.entries(uses).map(([module, names]) => [module, [...names]])),
  )
  expect(violations).toEqual([expect.objectContaining({ code: 'REMOTE_DROPPED', symbol })])
})

test('selects the newest kit that satisfies a remote', () => {
  const provides = { kit: [], 'kit@1.5.0': [], 'kit@2.7.1': [] }
  const given = ['^1', '^1.6', '>=1', '2', '^3', undefined].map((range) => kitFor({ kit: '3.0.0', provides }, range))
  expect(given).toEqual(['1.5.0', undefined, '3.0.0', '2.7.1', '3.0.0', '3.0.0'])
})
