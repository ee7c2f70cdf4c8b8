import { entriesOf } from './changelog.ts'
import { kitVersion, lacksVersion } from './kit-exports.ts'
import { findBreaks, type Snapshot } from './snapshot.ts'

interface Plan {
  version: string
  /** The version in package.json, which servers report. */
  own: string
  last: string
  changelog: string
  before: Snapshot
  now: Snapshot
  kitChangelog: string
  packages: { before: string; now: string }
}

export function findProblems({ version, own, last, changelog, before, now, kitChangelog, packages }: Plan): string[] {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (!parts) return [`"${version}" is not a version. Use three numbers, such as 2.4.0.`]
  const breaks = findBreaks(before, now)
  const isMajor = Number(parts[1]) > Number(last.split('.')[0])
  return [
    version.localeCompare(last, 'en', { numeric: true }) > 0 ||
      `The last release is ${last}, and ${version} is not newer.`,
    own === version || `package.json has version ${own}. Change it to ${version}.`,
    entriesOf(changelog, version) !== '' || `CHANGELOG.md has no entries under "## [${version}] - <date>".`,
    breaks.length === 0 ||
      isMajor ||
      `These changes break clients and need a new major version:\n  ${breaks.join('\n  ')}`,
    !lacksVersion(before.kit, now.kit) ||
      'The exports of kit have changed. Raise the version in kit/package.json, and `needs` in remotes that need it.',
    packages.before === packages.now ||
      kitVersion(before.kit) !== kitVersion(now.kit) ||
      'The package kit differs from the released one of this version, whose hash is in lockfiles. Raise the version in kit/package.json.',
    entriesOf(kitChangelog, kitVersion(now.kit)) !== '' ||
      `kit/CHANGELOG.md has no entries under "## [${kitVersion(now.kit)}] - <date>".`,
  ].filter((problem) => problem !== true)
}
