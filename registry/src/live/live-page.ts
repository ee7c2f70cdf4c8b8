import { kitFor } from 'remote-tools/check/fit'
import type { VersionDocument } from 'contract/registry.ts'
import {
  findRouteOwner,
  ORGANIZATIONS_PATH,
  type VersionLock,
  type Previews,
  segmentsOf,
} from 'contract/version-lock.ts'
import { chooseVersion } from '../channel/rollout.ts'
import { createLiveRemote, type LiveRemote, type LiveShell, createLiveShell } from './live-remote.ts'
import type { LiveChannel } from './kept-state.ts'
import { type NamedVersions, versionKey } from './state.ts'

export interface PageChoice {
  readonly shell: LiveShell | null
  readonly remotes: readonly LiveRemote[] // replace remotes with the same name, or are added
  readonly previews?: Previews
}

export type LivePage = ReturnType<typeof createLivePage>

/** Computed once per change, so that the cost of a page does not grow with the remotes. */
export function createLivePage(named: NamedVersions) {
  const stable = named.channels.filter(({ channel }) => channel === 'stable')
  const documents = stable.flatMap(({ name, version }) => documentOf(named, name, version))
  const shellDocument = documents.find(({ name }) => name === 'shell')
  const shell = liveShell(named, shellDocument)
  const fitting = documents.filter((document) => runsIn(document, shellDocument))
  const lastGoodOf = (shown: VersionDocument): VersionDocument | undefined => {
    const channel = stable.find(({ name }) => name === shown.name)
    const former = channel?.canary === shown.version ? channel.version : channel?.before
    return documentOf(named, shown.name, former ?? null).find(
      // A page cannot load two containers of the same name.
      (document) => runsIn(document, shellDocument) && document.container !== shown.container,
    )
  }
  const remotes = new Map(
    fitting
      .flatMap((document) => createLiveRemote(document, lastGoodOf(document)))
      .map((remote) => [remote.locked.name, remote]),
  )
  const rollout = stable.filter(({ canary }) => canary !== null)
  const owners = ownersByStart([...remotes.values()])
  const requesting = [...remotes.values()].filter(({ foreignOrigins }) => foreignOrigins.length > 0)
  return {
    shell,
    remotes,
    leftOut: documents
      .filter((document) => !fitting.includes(document))
      .map(({ name, version }) => versionKey(name, version)),
    /** JSON of the version lock of all remotes, which pages load separately. */
    lock: JSON.stringify(lockOf([...remotes.values()])),
    /** Returns the remote that owns a path; remotes in `instead` replace those with the same name. */
    ownerOf: (pathname: string, instead: readonly LiveRemote[] = []): LiveRemote | undefined => {
      const names = new Set(instead.map(({ locked }) => locked.name))
      const candidates = [...instead, ...owners(pathname).filter(({ locked }) => !names.has(locked.name))]
      const owner = findRouteOwner(lockOf(candidates), pathname)?.remote
      return candidates.find(({ locked }) => locked === owner)
    },
    /** Returns the remotes that request foreign origins, with the same replacement. */
    withForeignOrigins: (instead: readonly LiveRemote[]): readonly LiveRemote[] => {
      const names = new Set(instead.map(({ locked }) => locked.name))
      return [...instead, ...requesting.filter(({ locked }) => !names.has(locked.name))]
    },
    hasCanary: rollout.length > 0,
    /** Selects canaries for a visitor; without an id there are none. */
    choose: (visitor: string | null): PageChoice => {
      const chosen = rollout.filter((channel) => chooseVersion(channel.name, channel, visitor) === channel.canary)
      const chosenDocuments = chosen.flatMap(({ name, canary }) => documentOf(named, name, canary))
      const chosenShell = chosenDocuments.find(({ name }) => name === 'shell')
      return {
        shell: liveShell(named, chosenShell) ?? shell,
        remotes: chosenDocuments
          .filter((document) => runsIn(document, chosenShell ?? shellDocument))
          .flatMap((document) => createLiveRemote(document, lastGoodOf(document))),
      }
    },
  }
}

const lockOf = (remotes: readonly LiveRemote[]): VersionLock => ({ remotes: remotes.map(({ locked }) => locked) })

const documentOf = ({ versions }: NamedVersions, name: string, version: LiveChannel['version']): VersionDocument[] =>
  [version === null ? undefined : versions.get(versionKey(name, version))].flatMap((document) => document ?? [])

/** Checked again after publishing, because an older shell may be live by now. */
const runsIn = ({ description }: VersionDocument, shell: VersionDocument | undefined): boolean =>
  shell === undefined || kitFor({ kit: shell.kit, provides: shell.uses }, description?.needs['kit']) !== undefined

function liveShell({ templates }: NamedVersions, document: VersionDocument | undefined): LiveShell | null {
  const template = document && templates.get(document.version)
  return document === undefined || template === undefined ? null : createLiveShell(document, template)
}

/** Indexes remotes by the first segment of their routes. */
function ownersByStart(remotes: readonly LiveRemote[]): (pathname: string) => readonly LiveRemote[] {
  const anywhere = ''
  const byStart = new Map<string, Set<LiveRemote>>()
  for (const remote of remotes)
    for (const { path, scope } of remote.locked.routes) {
      const [start = anywhere] = segmentsOf(path)
      const starts = [start.startsWith(':') ? anywhere : start, ...(scope ? segmentsOf(ORGANIZATIONS_PATH) : [])]
      for (const key of starts) byStart.set(key, (byStart.get(key) ?? new Set()).add(remote))
    }
  return (pathname) => {
    const [start = anywhere] = segmentsOf(pathname)
    return [...new Set([start, anywhere].flatMap((key) => [...(byStart.get(key) ?? [])]))]
  }
}
