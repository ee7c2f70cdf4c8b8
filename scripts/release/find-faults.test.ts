import { expect, test } from 'vitest'
import { tellsOfBreaksSince } from './changelog.ts'
import { findFaults } from './find-faults.ts'

const changelog = `# Changelog

## [Unreleased]

## [2.0.0] - 2026-12-01

### Breaking

- No more teams.

## [1.4.0] - 2026-11-30

### Added

- Teams have pictures.

## [1.3.0] - 2026-11-22

### Breaking

- Something, long ago.
`
const plan = { version: '1.4.0', last: '1.3.0', changelog, breaks: [] }

test('a version after the last one, with entries, can be released', () => {
  expect(findFaults(plan)).toEqual([])
})

test('what breaks clients can be released as a new major version only', () => {
  const breaks = ['REST: no longer: GET /teams']
  expect(findFaults({ ...plan, breaks })).toEqual([expect.stringContaining('no longer: GET /teams')])
  expect(findFaults({ ...plan, breaks, version: '2.0.0' })).toEqual([])
})

test.for([
  ['v1.4', 'is no version'],
  ['1.3.0', 'does not come after it'],
  ['1.2.9', 'does not come after it'],
  ['1.10.0', 'CHANGELOG.md has no entries'],
])('%s cannot be released: it %s', ([version = '', fault]) => {
  expect(findFaults({ ...plan, version })).toContainEqual(expect.stringContaining(fault ?? ''))
})

test('the changelog tells of what breaks since a version, not of what broke before', () => {
  expect(tellsOfBreaksSince(changelog, '1.4.0')).toBe(true)
  expect(tellsOfBreaksSince(changelog, '2.0.0')).toBe(false)
  expect(tellsOfBreaksSince(changelog.replace('- No more teams.', ''), '1.4.0')).toBe(false)
})
