import type { VersionDocument } from 'contract/registry.ts'
import type { LiveChannel } from './state.sql.ts'

export interface NamedVersions {
  readonly channels: readonly LiveChannel[]
  /** The documents of all versions that channels name, verified, by `versionKey`. */
  readonly versions: ReadonlyMap<string, VersionDocument>
  /** `index.html` of the shell's versions among them, by version. */
  readonly templates: ReadonlyMap<string, string>
}

export const versionKey = (name: string, version: string): string => `${name}@${version}`
