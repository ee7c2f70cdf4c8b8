import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const releases = resolve(import.meta.dirname, '../../docs/releases')

/** Only the last release is recorded. */
export const lastRelease = readdirSync(releases)[0] ?? ''

/** Negative if the first one is older. */
export const compareVersions = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

// Nobody used 1.x, so nothing is compared with it, and older versions cannot be released.
export const firstCompared = '2.0.0'
export const isComparisonPaused = compareVersions(lastRelease, firstCompared) < 0

export const folderOf = (version: string): string => join(releases, version)
