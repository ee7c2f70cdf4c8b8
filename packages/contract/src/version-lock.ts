import type { OriginKind } from './foreign-origins.ts'
import { asksForRoles } from './permissions.ts'
import type { RemoteDescription, Route } from './remote-description.ts'

// Paths that the shell links to. Some remote must own SIGN_IN_PATH; the others are optional.
export const SIGN_IN_PATH = '/sign-in'
export const SIGN_UP_PATH = '/sign-up'
export const ACCOUNT_PATH = '/account'
export const ADD_ACCOUNT_PATH = '/add-account'
export const ORGANIZATIONS_PATH = '/organizations'
/** While no remote owns it, rest-auth shows its own error page. */
export const ERROR_PATH = '/error'
export const PASSWORD_PATH = '/account/security'

/** Confirms previews. No remote may own it, so that no unreleased code runs there. */
export const PREVIEW_PATH = '/preview'
export const GALLERY_PATH = '/sdk/gallery'

export const isPreviewPage = (pathname: string): boolean => segmentsOf(pathname)[0] === 'preview'

export interface LockedVersion {
  version: string
  /** The container's global name. */
  container: string
  entry: string
  /** Hash of the entry script, which contains the hashes of all other files of the remote. */
  integrity: string
}

export interface LockedRemote extends Omit<RemoteDescription, OriginKind | 'permissions' | 'owner'>, LockedVersion {
  lastGood?: LockedVersion
}

export interface LockedPreview {
  id: string
  name: string
  version: string
  builds: number | null // sent by `npx remote dev` so far; null for a version
  endsIn: number // seconds after the page was rendered, because a visitor's clock may be wrong
}

export interface Previews {
  userId: string // only this user may see them
  running: LockedPreview[]
  areShown: boolean // false on pages that run released versions and only list the previews
}

export interface VersionLock {
  remotes: LockedRemote[]
  isPart?: boolean // true if remotes are missing that load later
  /** The shell's version. Missing in the part that loads later. */
  shell?: string
  previews?: Previews
}

/** The inline part of the lock: what the page needs at once, and where to fetch the rest. */
export interface PageLock extends VersionLock {
  rest: {
    url: string
    integrity: string
    /** When to load it: `later` (first navigation), `none` (nothing is missing), by default at once. */
    wanted?: 'later' | 'none'
  }
}

export interface KnownLock {
  readonly now: VersionLock
  readonly isWhole: boolean
  /** Fetches the rest once. Returns the known part if that fails. */
  readonly whole: () => Promise<VersionLock>
  readonly subscribe: (listener: () => void) => () => void
}

export const joinLocks = (page: VersionLock, rest: VersionLock): VersionLock => {
  const names = new Set(page.remotes.map(({ name }) => name))
  const remotes = [...page.remotes, ...rest.remotes.filter(({ name }) => !names.has(name))]
  return { ...page, remotes: remotes.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}

export interface OwnedRoute<Remote = LockedRemote> extends Route {
  remote: Remote
}

/** Returns the most specific matching route, or null for the shell's own pages. */
export function findRouteOwner<Remote extends Pick<RemoteDescription, 'name' | 'routes'> = LockedRemote>(
  { remotes }: { remotes: readonly Remote[] },
  pathname: string,
): OwnedRoute<Remote> | null {
  const path = segmentsOf(pathname)
  if (path.length === 0 || isPreviewPage(pathname)) return null
  // A page of each organization also has an address without one, which leads to the page of one.
  const above = slugOf(pathname) === null ? '' : '/:organizations/:slug'
  const owners = remotes
    .flatMap((remote) =>
      remote.routes.map((route) => ({
        remote,
        ...route,
        pattern: segmentsOf((route.scope ? above : '') + route.path),
      })),
    )
    .filter(({ pattern }) => covers(pattern, path))
    .toSorted((a, b) => specificity(b.pattern) - specificity(a.pattern) || (a.remote.name < b.remote.name ? -1 : 1))
  return owners[0] ?? null
}

/** The slug in the address of an organization's page. */
export function slugOf(pathname: string): string | null {
  const [, first = '', slug] = pathname.split('/')
  return `/${first.toLowerCase()}` === ORGANIZATIONS_PATH && slug && slug !== 'new'
    ? decoded(slug, decodeURIComponent)
    : null
}

/** A gate decides whether the page opens, and loads its remote. */
export const isLimited = (route: Route): boolean => asksForRoles(route) || (route.userRole ?? route.scope) !== undefined

/** Decoded and in lower case, as the router compares paths. */
export const segmentsOf = (path: string): string[] => decoded(path).toLowerCase().split('/').filter(Boolean)

function decoded(path: string, decode = decodeURI): string {
  try {
    return decode(path)
  } catch {
    return path
  }
}

export const covers = (pattern: string[], path: string[]): boolean =>
  pattern.every((segment, index) => path[index] !== undefined && (segment.startsWith(':') || segment === path[index]))

export const specificity = (pattern: string[]): number =>
  pattern.length * 2 - pattern.filter((segment) => segment.startsWith(':')).length / (pattern.length + 1)
