import { kitFor } from 'remote-tools/check/fit'
import { type OriginUse, usesOf } from 'contract/foreign-origins.ts'
import type { VersionDocument } from 'contract/registry.ts'
import { type LockedRemote, type LockedVersion, segmentsOf } from 'contract/lock.ts'
import { limitLinks } from './limit-links.ts'

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

const isParameter = (segment: string): boolean => segment.startsWith(':')
