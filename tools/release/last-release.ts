import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const releases = resolve(import.meta.dirname, '../../docs/releases')

/** The version that was released last, the only one that is recorded. */
export const lastRelease = readdirSync(releases)[0] ?? ''

/** Compares versions: negative if the first one comes first. */
export const compareVersions = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/** Nobody used 1.x: nothing is compared with it, and `npm run release` records no version before this one. */
export const firstCompared = '2.0.0'
export const isComparisonPaused = compareVersions(lastRelease, firstCompared) < 0

export const folderOf = (version: string): string => join(releases, version)
