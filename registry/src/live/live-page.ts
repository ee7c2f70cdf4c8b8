import { kitFor } from 'kit/check/fit'
import { type OriginUse, usesOf } from 'contract/foreign-origins.ts'
import type { VersionDocument } from 'contract/registry.ts'
import {
  findRouteOwner,
  type Lock,
  type LockedRemote,
  type LockedVersion,
  type Previews,
  segmentsOf,
} from 'contract/lock.ts'
import { limitLinks } from './limit-links.ts'
import { versionFor } from '../channel/split.ts'
import type { LiveChannel } from './state.sql.ts'
import { type NamedVersions, versionKey } from './state.ts'

export const remotesPath = '/remotes'

export interface LiveFile {
  readonly url: string
  readonly integrity: string
}

export type Catalogues = Readonly<Record<string, LiveFile>>

/** A version that is live: its part of the lock, and what is worth fetching ahead. */
export interface LiveRemote {
  readonly locked: LockedRemote
  readonly scripts: readonly LiveFile[]
  readonly styles: readonly LiveFile[]
  readonly catalogues: Catalogues
  readonly screens: readonly LiveScreen[]
  /** Foreign origins that it asks for, or the version that takes its place when it fails. */
  readonly asks: readonly OriginUse[]
}

interface LiveScreen {
  /** Of its address: `/organizations/:slug`. */
  readonly pattern: string
  readonly files: readonly LiveFile[]
  readonly shared: readonly string[]
}

export interface LiveShell {
  readonly document: VersionDocument
  /** `index.html`, with places for what differs from page to page. */
  readonly template: string
  readonly catalogues: Catalogues
  readonly sharedFiles: Readonly<Record<string, readonly LiveFile[]>>
  readonly forUsers: readonly LiveFile[]
}

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

export const shellWith = (document: VersionDocument, template: string): LiveShell => ({
  document,
  template,
  catalogues: cataloguesOf(document, ''),
  sharedFiles: Object.fromEntries(
    Object.entries(document.sharedFiles).map(([name, paths]) => [name, filesOf(document, paths, '')]),
  ),
  // As the chunk is named in shell/src/layout/fetch-signed-in.ts.
  forUsers: filesOf(
    document,
    Object.keys(document.files).filter((path) => /^assets\/signed-in\.\w+\.js$/.test(path)),
    '',
  ),
})

/** Of a page of `remote`: the files that it is going to ask for beside the remote's module, of the remote and of the shell. */
export function filesOfScreen({ locked, screens }: LiveRemote, shell: LiveShell, pathname: string): LiveFile[] {
  const { files = [], shared = [] } = findScreen(screens, pathname) ?? {}
  const { document, sharedFiles } = shell
  const kit = kitFor({ kit: document.kit, provides: document.uses }, locked.needs['kit'])
  return [...files, ...['kit', ...shared].flatMap((name) => sharedFiles[`${name}@${kit}`] ?? sharedFiles[name] ?? [])]
}

/** What a page needs to know of a version of a remote, and of the one that takes its place when it fails. `base`: where its files are. */
export function liveRemote(
  document: VersionDocument,
  lastGood?: VersionDocument,
  base: string = baseOf(document),
): LiveRemote[] {
  const { scripts, styles } = document
  const [locked] = lockedVersion(document, base)
  if (!document.description || !locked) return []
  // Of these the policy tells the browser; the page has no use for them.
  const { connect: _, image: __, frame: ___, ...description } = document.description
  const [instead] = lastGood ? lockedVersion(lastGood, baseOf(lastGood)) : []
  return [
    {
      locked: { ...limitLinks(description), ...locked, ...(instead && { lastGood: instead }) },
      scripts: filesOf(document, scripts, base),
      styles: filesOf(document, styles, base),
      catalogues: cataloguesOf(document, base),
      screens: Object.entries(document.screens).map(([pattern, { files, shared }]) => ({
        pattern,
        files: filesOf(document, files, base),
        shared,
      })),
      asks: [document, lastGood].flatMap((each) => usesOf(each?.description ?? {})),
    },
  ]
}

/** As the page's router does: a segment by its name goes before a parameter, the first of equals before the others. */
function findScreen(screens: readonly LiveScreen[], pathname: string): LiveScreen | undefined {
  const path = segmentsOf(pathname)
  const names = ({ pattern }: LiveScreen): number =>
    segmentsOf(pattern).filter((segment) => !isParameter(segment)).length
  return screens
    .filter(({ pattern }) => {
      const segments = segmentsOf(pattern)
      return (
        segments.length === path.length &&
        segments.every((segment, index) => isParameter(segment) || segment === path[index])
      )
    })
    .toSorted((one, other) => names(other) - names(one))[0]
}

const baseOf = ({ name, version }: VersionDocument): string => `${remotesPath}/${name}/${version}`

function lockedVersion(document: VersionDocument, base: string): LockedVersion[] {
  const { version, container, entry } = document
  return filesOf(document, [entry], base).map(({ url, integrity }) => ({
    version,
    ...(container !== undefined && { container }),
    entry: url,
    integrity,
  }))
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

const isParameter = (segment: string): boolean => segment.startsWith(':')
