import { kitFor } from 'remote-tools/check/fit'
import { type OriginUse, usesOf } from 'contract/foreign-origins.ts'
import type { VersionDocument } from 'contract/registry.ts'
import { covers, type LockedRemote, type LockedVersion, segmentsOf, specificity } from 'contract/version-lock.ts'
import { limitLinks } from './limit-links.ts'
import type { Template } from './state.ts'

export const remotesPath = '/remotes'

export interface LiveFile {
  readonly url: string
  readonly integrity: string
}

export type Catalogues = Readonly<Record<string, LiveFile>>

export interface LiveRemote {
  readonly locked: LockedRemote
  readonly scripts: readonly LiveFile[]
  readonly styles: readonly LiveFile[]
  readonly catalogues: Catalogues
  /** By a route such as `/organizations/:slug`. */
  readonly screens: readonly { pattern: string; files: readonly LiveFile[]; shared: readonly string[] }[]
  readonly prerendered: readonly { pattern: string; pages: Catalogues }[] // by language, too
  /** Foreign origins that this version or the fallback version requests. */
  readonly foreignOrigins: readonly OriginUse[]
}

export interface LiveShell extends Template {
  readonly document: VersionDocument
  readonly catalogues: Catalogues
  readonly sharedFiles: Readonly<Record<string, readonly LiveFile[]>>
  readonly forUsers: readonly LiveFile[]
}

export const createLiveShell = (document: VersionDocument, template: Template): LiveShell => ({
  ...template,
  document,
  catalogues: byLocale(document, document.catalogues, ''),
  sharedFiles: Object.fromEntries(
    Object.entries(document.sharedFiles).map(([name, paths]) => [name, filesOf(document, paths, '')]),
  ),
  // shell/src/layout/fetch-signed-in.ts names this chunk.
  forUsers: filesOf(
    document,
    Object.keys(document.files).filter((path) => /^assets\/signed-in\.\w+\.js$/.test(path)),
    '',
  ),
})

/** Returns the files of remote and shell that a page needs in addition to the remote's module. */
export function findScreenFiles({ locked, screens }: LiveRemote, shell: LiveShell, pathname: string): LiveFile[] {
  const { files = [], shared = [] } = findScreen(screens, pathname) ?? {}
  const { document, sharedFiles } = shell
  const kit = kitFor({ kit: document.kit, provides: document.uses }, locked.needs['kit'])
  return [...files, ...['kit', ...shared].flatMap((name) => sharedFiles[`${name}@${kit}`] ?? sharedFiles[name] ?? [])]
}

/** Returns nothing for the shell. */
export function createLiveRemote(
  document: VersionDocument,
  lastGood?: VersionDocument,
  base: string = baseOf(document),
): LiveRemote[] {
  const { scripts, styles } = document
  const [locked] = lockedVersion(document, base)
  if (!document.description || !locked) return []
  // Foreign origins are only for the CSP header, permissions for rest-auth, the owner for emails.
  const { connect: _, image: __, frame: ___, permissions: ____, owner: _____, ...description } = document.description
  const [instead] = lastGood ? lockedVersion(lastGood, baseOf(lastGood)) : []
  return [
    {
      locked: { ...limitLinks(description), ...locked, ...(instead && { lastGood: instead }) },
      scripts: filesOf(document, scripts, base),
      styles: filesOf(document, styles, base),
      catalogues: byLocale(document, document.catalogues, base),
      screens: Object.entries(document.screens).map(([pattern, { files, shared }]) => ({
        pattern,
        files: filesOf(document, files, base),
        shared,
      })),
      prerendered: Object.entries(document.prerendered ?? {}).map(([pattern, pages]) => ({
        pattern,
        pages: byLocale(document, pages, base),
      })),
      foreignOrigins: [document, lastGood].flatMap((each) => usesOf(each?.description ?? {})),
    },
  ]
}

/** Returns the prerendered page of a path, in English if it lacks the language. */
export function findPrerendered({ prerendered }: LiveRemote, pathname: string, locale: string): LiveFile | undefined {
  const { pages = {} } = findScreen(prerendered, pathname) ?? {}
  return pages[locale] ?? pages['en']
}

/** Like the page's router, prefers fixed segments to parameters, then the first match. */
function findScreen<Screen extends { pattern: string }>(
  screens: readonly Screen[],
  pathname: string,
): Screen | undefined {
  const path = segmentsOf(pathname)
  const found = screens
    .map((screen) => ({ screen, segments: segmentsOf(screen.pattern) }))
    .filter(({ segments }) => segments.length === path.length && covers(segments, path))
    .toSorted((one, other) => specificity(other.segments) - specificity(one.segments))
  return found[0]?.screen
}

const baseOf = ({ name, version }: VersionDocument): string => `${remotesPath}/${name}/${version}`

function lockedVersion(document: VersionDocument, base: string): LockedVersion[] {
  const { version, container, entry } = document
  if (container === undefined) return []
  return filesOf(document, [entry], base).map(({ url, integrity }) => ({ version, container, entry: url, integrity }))
}

const filesOf = ({ files }: VersionDocument, paths: readonly string[], base: string): LiveFile[] =>
  paths.flatMap((path) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined
    return file ? [{ url: `${base}/${path}`, integrity: file.integrity }] : []
  })

const byLocale = (document: VersionDocument, paths: Record<string, string>, base: string): Catalogues =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([locale, path]) => filesOf(document, [path], base).map((file) => [locale, file])),
  )
