import { entriesOf } from './changelog.ts'
import { lacksVersion } from './kit-exports.ts'
import { findBreaks, type Snapshot } from './snapshot.ts'

interface Plan {
  version: string
  /** The version before it. */
  last: string
  changelog: string
  before: Snapshot
  now: Snapshot
}

/** Why a version cannot be released, as sentences for whoever tries. */
export function findFaults({ version, last, changelog, before, now }: Plan): string[] {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (!parts) return [`"${version}" is no version: give three numbers, like 1.4.0.`]
  const breaks = findBreaks(before, now)
  const isMajor = Number(parts[1]) > Number(last.split('.')[0])
  return [
    version.localeCompare(last, 'en', { numeric: true }) > 0 ||
      `${last} was released last: ${version} does not come after it.`,
    entriesOf(changelog, version) !== '' || `CHANGELOG.md has no entries under "## [${version}] - <date>".`,
    breaks.length === 0 ||
      isMajor ||
      `These changes break clients, which takes a new major version:\n  ${breaks.join('\n  ')}`,
    !lacksVersion(before.kit, now.kit) ||
      'What remotes import from kit has changed: give kit/package.json a new version, and remotes that need it that one in `needs`.',
  ].filter((fault) => fault !== true)
}
