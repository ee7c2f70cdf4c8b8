import type { VersionDocument } from 'contract/registry.ts'
import type { LiveChannel } from './kept-state.ts'

export interface NamedVersions {
  readonly channels: readonly LiveChannel[]
  /** Verified documents of all versions on channels, by `versionKey`. */
  readonly versions: ReadonlyMap<string, VersionDocument>
  readonly templates: ReadonlyMap<string, string> // `index.html` by version of the shell
}

export const versionKey = (name: string, version: string): string => `${name}@${version}`
