import type { VersionDocument } from 'contract/registry.ts'
import type { LiveChannel } from './kept-state.ts'

export interface NamedVersions {
  readonly channels: readonly LiveChannel[]
  /** Verified documents of all versions on channels, by `versionKey`. */
  readonly versions: ReadonlyMap<string, VersionDocument>
  readonly templates: ReadonlyMap<string, Template> // by version of the shell
}

/** `index.html` with placeholders. */
export interface Template {
  readonly template: string
  /** Without its stylesheets and scripts, for pages that are painted before those arrive. */
  readonly bare: string
  readonly fileTags: string
  readonly css: string
}

export const versionKey = (name: string, version: string): string => `${name}@${version}`
