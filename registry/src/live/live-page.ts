import { kitFor } from 'remote-tools/check/fit'
import type { VersionDocument } from 'contract/registry.ts'
import { findRouteOwner, type Lock, type Previews, segmentsOf } from 'contract/lock.ts'
import { versionFor } from '../channel/split.ts'
import { liveRemote, type LiveRemote, type LiveShell, shellWith } from './live-remote.ts'
import type { LiveChannel } from './state.sql.ts'
import { type NamedVersions, versionKey } from './state.ts'

/** What a browser gets that differs from what most get. */
export interface PageChoice {
  readonly shell: LiveShell | null
  /** In the place of those with their names, or beside them. */
  readonly remotes: readonly LiveRemote[]
  readonly previews?: Previews
}

/** What pages run: made once from what is live, so that a document costs the same however many remotes there are. */
export interface LivePage {
  readonly shell: LiveShell | null
  readonly remotes: ReadonlyMap<string, LiveRemote>
  /** Names and versions of remotes that the live shell cannot run. */
  readonly leftOut: readonly string[]
  /** The lock of all remotes, as pages load it beside their document. */
  readonly lock: string
  /** The remote that owns a path, of `remotes` or of those that stand in their place. */
  readonly ownerOf: (pathname: string, instead?: readonly LiveRemote[]) => LiveRemote | undefined
  /** Those of a page's lock that ask for foreign origins, of `remotes` or of those that stand in their place. */
  readonly asking: (instead: readonly LiveRemote[]) => readonly LiveRemote[]
  readonly isSplit: boolean
  /** What this visitor gets of splits; without an id what most get. */
  readonly choose: (visitor: string | null) => PageChoice
}

export function livePage(named: NamedVersions): LivePage {
  const stable = named.channels.filter(({ channel }) => channel === 'stable')
  const documents = stable.flatMap(({ name, version }) => documentOf(named, name, version))
  const shellDocument = documents.find(({ name }) => name === 'shell')
  const shell = liveShell(named, shellDocument)
  const fitting = documents.filter((document) => runsIn(document, shellDocument))
  const lastGoodOf = (shown: VersionDocument): VersionDocument | undefined => {
    const channel = stable.find(({ name }) => name === shown.name)
    const former = channel?.candidate === shown.version ? channel.version : channel?.before
    return documentOf(named, shown.name, former ?? null).find(
      (document) => runsIn(document, shellDocument) && canStandBeside(document, shown),
    )
  }
  const remotes = new Map(
    fitting
      .flatMap((document) => liveRemote(document, lastGoodOf(document)))
      .map((remote) => [remote.locked.name, remote]),
  )
  const split = stable.filter(({ candidate }) => candidate !== null)
  const owners = ownersByStart([...remotes.values()])
  const asking = [...remotes.values()].filter(({ asks }) => asks.length > 0)
  return {
    shell,
    remotes,
    leftOut: documents
      .filter((document) => !fitting.includes(document))
      .map(({ name, version }) => versionKey(name, version)),
    lock: JSON.stringify(lockOf([...remotes.values()])),
    ownerOf: (pathname, instead = []) => {
      const names = new Set(instead.map(({ locked }) => locked.name))
      const candidates = [...instead, ...owners(pathname).filter(({ locked }) => !names.has(locked.name))]
      const owner = findRouteOwner(lockOf(candidates), pathname)?.remote
      return candidates.find(({ locked }) => locked === owner)
    },
    asking: (instead) => {
      const names = new Set(instead.map(({ locked }) => locked.name))
      return [...instead, ...asking.filter(({ locked }) => !names.has(locked.name))]
    },
    isSplit: split.length > 0,
    choose: (visitor) => {
      const chosen = split.filter((channel) => versionFor(channel.name, channel, visitor) === channel.candidate)
      const chosenDocuments = chosen.flatMap(({ name, candidate }) => documentOf(named, name, candidate))
      const chosenShell = chosenDocuments.find(({ name }) => name === 'shell')
      return {
        shell: liveShell(named, chosenShell) ?? shell,
        remotes: chosenDocuments
          .filter((document) => runsIn(document, chosenShell ?? shellDocument))
          .flatMap((document) => liveRemote(document, lastGoodOf(document))),
      }
    },
  }
}

const lockOf = (remotes: readonly LiveRemote[]): Lock => ({ remotes: remotes.map(({ locked }) => locked) })

const documentOf = ({ versions }: NamedVersions, name: string, version: LiveChannel['version']): VersionDocument[] =>
  [version === null ? undefined : versions.get(versionKey(name, version))].flatMap((document) => document ?? [])

/** Publishing refuses what no live shell can run; a shell that is older may be live again since. */
const runsIn = ({ description }: VersionDocument, shell: VersionDocument | undefined): boolean =>
  shell === undefined || kitFor({ kit: shell.kit, provides: shell.uses }, description?.needs['kit']) !== undefined

/** Whether two versions can be in one page: what only kit up to 1.5 has built, takes each other's place there. */
const canStandBeside = (one: VersionDocument, other: VersionDocument): boolean =>
  one.container !== undefined && other.container !== undefined && one.container !== other.container

function liveShell({ templates }: NamedVersions, document: VersionDocument | undefined): LiveShell | null {
  const template = document && templates.get(document.version)
  return document === undefined || template === undefined ? null : shellWith(document, template)
}

/** Finds the remotes that could own a path: those with a route that begins like it, or with a parameter. */
function ownersByStart(remotes: readonly LiveRemote[]): (pathname: string) => readonly LiveRemote[] {
  const anywhere = ''
  const byStart = new Map<string, Set<LiveRemote>>()
  for (const remote of remotes)
    for (const { path } of remote.locked.routes) {
      const [start = anywhere] = segmentsOf(path)
      const key = start.startsWith(':') ? anywhere : start
      byStart.set(key, (byStart.get(key) ?? new Set()).add(remote))
    }
  return (pathname) => {
    const [start = anywhere] = segmentsOf(pathname)
    return [...new Set([start, anywhere].flatMap((key) => [...(byStart.get(key) ?? [])]))]
  }
}
