import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesOf } from './changelog.ts'
import { kitVersion, lacksVersion } from './kit-exports.ts'
import { lastRelease } from './last-release.ts'
import { findBreaks, readSnapshot, takeSnapshot } from './snapshot.ts'

const changelog = readFileSync(resolve(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
const released = readSnapshot()
const now = takeSnapshot()

const announcesBreaksSince = (text: string, version: string): boolean =>
  /^### Breaking\n+- /m.test(text.split(`\n## [${version}]`)[0] ?? '')
const kitMajor = (list: string): number => Number(kitVersion(list).split('.')[0])

describe('compared with the last release', () => {
  test('breaks nothing since the last release, unless CHANGELOG.md lists it under "### Breaking"', () => {
    if (announcesBreaksSince(changelog, lastRelease)) return
    expect(findBreaks(released, now)).toEqual([])
  })

  test('breaks imports of remotes only in a new major version of kit', () => {
    if (kitMajor(now.kit) > kitMajor(released.kit)) return
    expect(findBreaks({ ...now, kit: released.kit }, now)).toEqual([])
  })

  test('has a new version of kit with entries in its changelog for changed exports', () => {
    expect(lacksVersion(released.kit, now.kit), 'kit/package.json still has the version of the last release').toBe(
      false,
    )
    const kitChangelog = readFileSync(resolve(import.meta.dirname, '../../packages/kit/CHANGELOG.md'), 'utf8')
    expect(entriesOf(kitChangelog, kitVersion(now.kit)), `entries of kit ${kitVersion(now.kit)}`).not.toBe('')
  })

  test('has entries for the last release in CHANGELOG.md', () => {
    expect(entriesOf(changelog, lastRelease)).not.toBe('')
  })
})

test('lets only versions above the last release announce breaks', () => {
  const [unreleased, breaking] = ['# Changelog\n\n## [Unreleased]\n', '\n### Breaking\n\n- No more teams.\n']
  const old = `\n## [2.3.0] - 2026-11-22\n${breaking}`
  expect(announcesBreaksSince(unreleased + breaking + old, '2.3.0')).toBe(true)
  expect(announcesBreaksSince(unreleased + old, '2.3.0')).toBe(false)
  expect(announcesBreaksSince(`${unreleased}\n### Breaking\n${old}`, '2.3.0')).toBe(false)
})

test('finds breaks of all kinds', () => {
  const paths = { '/ping': { get: { responses: {} } } }
  const before = {
    graphql: 'type Query { ping: Int, pong: Int }',
    rest: JSON.stringify({ paths }),
    registry: JSON.stringify({ paths }),
    kit: 'version 1.0.0\nkit ping: X',
  }
  const after = {
    graphql: 'type Query { pong: Int }',
    rest: '{"paths":{}}',
    registry: '{"paths":{}}',
    kit: 'version 1.0.0\n',
  }
  expect(findBreaks(before, after)).toEqual([
    'GraphQL: Query.ping was removed.',
    'REST: no longer: GET /ping',
    'registry: no longer: GET /ping',
    'kit: no longer: kit ping',
  ])
})
