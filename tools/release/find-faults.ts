import { entriesOf } from './changelog.ts'
import { kitVersion, lacksVersion } from './kit-exports.ts'
import { compareVersions, firstCompared } from './last-release.ts'
import { findBreaks, type Snapshot } from './snapshot.ts'

interface Plan {
  version: string
  /** That of package.json, which the servers tell. */
  own: string
  /** The version before it. */
  last: string
  changelog: string
  before: Snapshot
  now: Snapshot
  kitChangelog: string
  /** sha256 of the package `kit`, of the version before it and now. */
  packages: { before: string; now: string }
}

/** Why a version cannot be released, as sentences for whoever tries. */
export function findFaults({ version, own, last, changelog, before, now, kitChangelog, packages }: Plan): string[] {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (!parts) return [`"${version}" is no version: give three numbers, like 2.4.0.`]
  const breaks = findBreaks(before, now)
  const isMajor = Number(parts[1]) > Number(last.split('.')[0])
  return [
    compareVersions(version, last) > 0 || `${last} was released last: ${version} does not come after it.`,
    compareVersions(version, firstCompared) >= 0 ||
      `Releases are compared from ${firstCompared} on, so ${version} would promise what no test keeps.`,
    own === version || `package.json has version ${own}: give it ${version}.`,
    entriesOf(changelog, version) !== '' || `CHANGELOG.md has no entries under "## [${version}] - <date>".`,
    breaks.length === 0 ||
      isMajor ||
      `These changes break clients, which takes a new major version:\n  ${breaks.join('\n  ')}`,
    !lacksVersion(before.kit, now.kit) ||
      'What remotes import from kit has changed: give kit/package.json a new version, and remotes that need it that one in `needs`.',
    packages.before === packages.now ||
      kitVersion(before.kit) !== kitVersion(now.kit) ||
      'The package kit has another content than the released one of its version, whose hash is in lockfiles: give kit/package.json a new version.',
    entriesOf(kitChangelog, kitVersion(now.kit)) !== '' ||
      `kit/CHANGELOG.md has no entries under "## [${kitVersion(now.kit)}] - <date>".`,
  ].filter((fault) => fault !== true)
}
