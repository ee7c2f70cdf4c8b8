import { expect, test } from 'vitest'
import { findProblems } from './find-problems.ts'

const changelog = `# Changelog

## [Unreleased]

## [3.0.0] - 2026-12-01

### Breaking

- No more teams.

## [2.4.0] - 2026-11-30

### Added

- Teams have pictures.

## [2.3.0] - 2026-11-22

### Breaking

- Something, long ago.
`
const snapshot = {
  graphql: 'type Query { ping: Int }',
  rest: '{"paths":{}}',
  registry: '{"paths":{}}',
  kit: 'version 1.0.0\nkit ping: X\n',
}
const kitChangelog =
  '# Changelog\n\n## [1.1.0] - 2026-12-01\n\n- `pong`.\n\n## [1.0.0] - 2026-11-22\n\nThe first version.\n'
const packages = { before: 'a1', now: 'a1' }
const plan = {
  version: '2.4.0',
  own: '2.4.0',
  last: '2.3.0',
  changelog,
  before: snapshot,
  now: snapshot,
  kitChangelog,
  packages,
}

test('accepts a newer version with entries in the changelog', () => {
  expect(findProblems(plan)).toEqual([])
})

test('requires a new major version for breaking changes', () => {
  const before = { ...snapshot, rest: '{"paths":{"/teams":{"get":{"responses":{}}}}}' }
  expect(findProblems({ ...plan, before })).toEqual([expect.stringContaining('no longer: GET /teams')])
  expect(findProblems({ ...plan, before, version: '3.0.0', own: '3.0.0' })).toEqual([])
})

test('requires a new version of kit for new exports', () => {
  const kit = 'version 1.0.0\nkit ping: X\nkit pong: X\n'
  expect(findProblems({ ...plan, now: { ...snapshot, kit } })).toEqual([expect.stringContaining('kit/package.json')])
  expect(findProblems({ ...plan, now: { ...snapshot, kit: kit.replace('1.0.0', '1.1.0') } })).toEqual([])
})

test('requires a new version of kit with entries for a changed package', () => {
  const other = { before: 'a1', now: 'b2' }
  const as = (version: string) => ({ ...snapshot, kit: snapshot.kit.replace('1.0.0', version) })
  expect(findProblems({ ...plan, packages: other })).toEqual([expect.stringContaining('whose hash is in lockfiles')])
  expect(findProblems({ ...plan, packages: other, now: as('1.1.0') })).toEqual([])
  expect(findProblems({ ...plan, packages: other, now: as('1.2.0') })).toEqual([
    expect.stringContaining('kit/CHANGELOG.md has no entries under "## [1.2.0]'),
  ])
})

test.for([
  ['v1.4', 'is not a version'],
  ['2.3.0', 'is not newer'],
  ['2.2.9', 'is not newer'],
  ['2.10.0', 'CHANGELOG.md has no entries'],
  ['2.10.0', 'package.json has version 2.4.0'],
])('rejects %s: it %s', ([version = '', problem]) => {
  expect(findProblems({ ...plan, version })).toContainEqual(expect.stringContaining(problem ?? ''))
})
