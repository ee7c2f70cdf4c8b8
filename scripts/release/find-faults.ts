import { entriesOf } from './changelog.ts'

interface Plan {
  version: string
  /** The version before it. */
  last: string
  changelog: string
  /** What breaks since then. */
  breaks: string[]
}

/** Why a version cannot be released, as sentences for whoever tries. */
export function findFaults({ version, last, changelog, breaks }: Plan): string[] {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (!parts) return [`"${version}" is no version: give three numbers, like 1.4.0.`]
  const isMajor = Number(parts[1]) > Number(last.split('.')[0])
  return [
    version.localeCompare(last, 'en', { numeric: true }) > 0 ||
      `${last} was released last: ${version} does not come after it.`,
    entriesOf(changelog, version) !== '' || `CHANGELOG.md has no entries under "## [${version}] - <date>".`,
    breaks.length === 0 ||
      isMajor ||
      `These changes break clients, which takes a new major version:\n  ${breaks.join('\n  ')}`,
  ].filter((fault) => fault !== true)
}
