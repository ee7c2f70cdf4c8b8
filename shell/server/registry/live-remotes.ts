import type { VersionDocument } from 'kit/registry'
import { satisfies } from 'semver'
import type { LockedRemote } from '../../src/federation/lock.ts'
import { remotesPath } from './file-routes.ts'
import { type RegistryState, versionKey } from './registry.ts'
import type { LiveChannel } from './state.sql.ts'

/** URLs of catalogues by language. */
export type Catalogues = Readonly<Record<string, string>>

/** A version that is live: its part of the lock, and the URLs that are worth fetching ahead. */
export interface LiveRemote {
  readonly locked: LockedRemote
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly catalogues: Catalogues
}

/** The shell as the document needs it. */
export interface LiveShell {
  /** `index.html`, with places for what differs from page to page. */
  readonly template: string
  readonly catalogues: Catalogues
}

/** What a page runs. */
export interface LivePage {
  /** Null: none was ever published. */
  readonly shell: LiveShell | null
  readonly remotes: readonly LiveRemote[]
}

/** What a page gets of the state: of each channel `stable` the version that `choose` names. */
export function livePage(
  state: RegistryState,
  choose: (channel: LiveChannel) => string | null = ({ version }) => version,
): LivePage {
  const documents = state.channels
    .filter(({ channel }) => channel === 'stable')
    .flatMap((channel) => state.versions.get(versionKey(channel.name, choose(channel) ?? '')) ?? [])
  const shell = documents.find(({ name }) => name === 'shell')
  const template = shell && state.templates.get(shell.version)
  return {
    shell: shell && template !== undefined ? { template, catalogues: urlsOf(shell.catalogues, '') } : null,
    remotes: documents.filter((document) => !shell || runsIn(document, shell.kit)).flatMap(liveRemote),
  }
}

/** Publishing refuses what no live shell can run; a shell that is older may be live again since. */
const runsIn = ({ description }: VersionDocument, kit: string): boolean =>
  satisfies(kit, description?.needs['kit'] ?? '*', { includePrerelease: true })

function liveRemote({ name, version, description, entry, scripts, styles, catalogues }: VersionDocument): LiveRemote[] {
  if (!description) return []
  const base = `${remotesPath}/${name}/${version}`
  const urlOf = (path: string) => `${base}/${path}`
  return [
    {
      locked: { ...description, version, entry: urlOf(entry) },
      scripts: scripts.map(urlOf),
      styles: styles.map(urlOf),
      catalogues: urlsOf(catalogues, base),
    },
  ]
}

const urlsOf = (paths: Readonly<Record<string, string>>, base: string): Catalogues =>
  Object.fromEntries(Object.entries(paths).map(([key, path]) => [key, `${base}/${path}`]))
