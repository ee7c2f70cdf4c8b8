import type { VersionDocument } from 'kit/registry'
import { satisfies } from 'semver'
import type { LockedRemote } from '../../src/federation/lock.ts'
import { remotesPath } from './file-routes.ts'
import { type RegistryState, versionKey } from './registry.ts'
import type { LiveChannel } from './state.sql.ts'

/** A file as pages ask for it. */
export interface LiveFile {
  readonly url: string
  /** Subresource Integrity: `sha384-…`. */
  readonly integrity: string
}

/** Catalogues by language. */
export type Catalogues = Readonly<Record<string, LiveFile>>

/** A version that is live: its part of the lock, and what is worth fetching ahead. */
export interface LiveRemote {
  readonly locked: LockedRemote
  readonly scripts: readonly LiveFile[]
  readonly styles: readonly LiveFile[]
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
    shell: shell && template !== undefined ? { template, catalogues: cataloguesOf(shell, '') } : null,
    remotes: documents.filter((document) => !shell || runsIn(document, shell.kit)).flatMap(liveRemote),
  }
}

/** Publishing refuses what no live shell can run; a shell that is older may be live again since. */
const runsIn = ({ description }: VersionDocument, kit: string): boolean =>
  satisfies(kit, description?.needs['kit'] ?? '*', { includePrerelease: true })

function liveRemote(document: VersionDocument): LiveRemote[] {
  const { name, version, description, entry, scripts, styles } = document
  const base = `${remotesPath}/${name}/${version}`
  const [container] = filesOf(document, [entry], base)
  if (!description || !container) return []
  return [
    {
      locked: { ...description, version, entry: container.url, integrity: container.integrity },
      scripts: filesOf(document, scripts, base),
      styles: filesOf(document, styles, base),
      catalogues: cataloguesOf(document, base),
    },
  ]
}

/** Those of `paths` that belong to the version; what it does not know the hash of, no page is told of. */
const filesOf = ({ files }: VersionDocument, paths: readonly string[], base: string): LiveFile[] =>
  paths.flatMap((path) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined
    return file ? [{ url: `${base}/${path}`, integrity: file.integrity }] : []
  })

const cataloguesOf = (document: VersionDocument, base: string): Catalogues =>
  Object.fromEntries(
    Object.entries(document.catalogues).flatMap(([locale, path]) =>
      filesOf(document, [path], base).map((file) => [locale, file]),
    ),
  )
