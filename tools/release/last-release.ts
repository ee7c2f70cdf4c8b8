import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const releases = resolve(import.meta.dirname, '../../docs/releases')

/** Only the last release is recorded. */
export const lastRelease = readdirSync(releases)[0] ?? ''

export const folderOf = (version: string): string => join(releases, version)
