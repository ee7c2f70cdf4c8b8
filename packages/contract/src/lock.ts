import type { OriginKind } from 'contract/foreign-origins.ts'
import type { RemoteDescription, Route } from 'contract/remote-description.ts'

/** Where a visitor without a session is sent; some remote of the lock has to own it. */
export const SIGN_IN_PATH = '/sign-in'

/** Where the menu of the user leads, if some remote of the lock owns it. */
export const ACCOUNT_PATH = '/account'
export const ADD_ACCOUNT_PATH = '/add-account'
/** Where organizations have their pages, by their slugs, if some remote of the lock owns it. */
export const ORGANIZATIONS_PATH = '/organizations'
/** Where a visitor is sent whom a redirect leads to an error; while no remote owns it, the interface's own page stays. */
export const ERROR_PATH = '/error'
export const PASSWORD_PATH = '/account/security'

/** Where links to what is not released lead. It belongs to no remote: nothing that is tried out is to run there. */
export const PREVIEW_PATH = '/preview'

/** Whether an address shows to everybody what all visitors get. */
export const isPreviewPage = (pathname: string): boolean => segmentsOf(pathname)[0] === 'preview'

export interface LockedVersion {
  version: string
  /** What the container is called in the page. Without it: as remotes built with kit up to 1.5 are, whatever their version. */
  container?: string
  entry: string
  /** Hash of that script (Subresource Integrity), which in turn has the hashes of all else that the remote loads. */
  integrity: string
}

/** One remote of a lock: what it says of itself, its exact version, and the one that takes its place when that fails. */
export interface LockedRemote extends Omit<RemoteDescription, OriginKind>, LockedVersion {
  lastGood?: LockedVersion
}

export interface LockedPreview {
  id: string
  name: string
  version: string
  /** How many builds `npx remote dev` had sent; null for a version. */
  builds: number | null
  /** Seconds from when the page was made: a visitor's clock may be wrong. */
  endsIn: number
}

export interface Previews {
  /** Whose it is: nobody else is to see any of it. */
  userId: string
  running: LockedPreview[]
  /** False: this page shows what all visitors get, and only says what others show. */
  areShown: boolean
}

/** What one session runs: the exact version of each remote, delivered inline in the shell's document. */
export interface Lock {
  remotes: LockedRemote[]
  /** The others are on their way, or not wanted yet. */
  isPart?: boolean
  /** Its own version, in the part that a document carries; a server of an older release does not tell it. */
  shell?: string
  previews?: Previews
}

/** What a document carries of the lock: what its page needs at once, and where the rest is. */
export interface PageLock extends Lock {
  rest: {
    url: string
    integrity: string
    /**
     * `later`: the page of a remote for somebody who is not signed in, with no menu; the rest waits until they go elsewhere. `none`: there
     * is none, the document has all. Without either it is asked for at once.
     */
    wanted?: 'later' | 'none'
  }
}

export interface KnownLock {
  readonly now: Lock
  readonly isWhole: boolean
  /** Gets what is missing, once; while that cannot be had it answers what is known. */
  readonly whole: () => Promise<Lock>
  readonly subscribe: (listener: () => void) => () => void
}

/** The whole lock of a page: what its document carries goes before what most pages get. */
export const joinLocks = (page: Lock, rest: Lock): Lock => {
  const names = new Set(page.remotes.map(({ name }) => name))
  const remotes = [...page.remotes, ...rest.remotes.filter(({ name }) => !names.has(name))]
  return { ...page, remotes: remotes.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}

export interface OwnedRoute<Remote = LockedRemote> extends Route {
  remote: Remote
}

/** The route that a path belongs to, with its remote; the most specific one wins. No remote owns the shell's own pages. */
export function findRouteOwner<Remote extends Pick<RemoteDescription, 'name' | 'routes'> = LockedRemote>(
  { remotes }: { remotes: readonly Remote[] },
  pathname: string,
): OwnedRoute<Remote> | null {
  const path = segmentsOf(pathname)
  if (path.length === 0 || isPreviewPage(pathname)) return null
  const owners = remotes
    .flatMap((remote) => remote.routes.map((route) => ({ remote, ...route, pattern: segmentsOf(route.path) })))
    .filter(({ pattern }) => covers(pattern, path))
    .toSorted((a, b) => specificity(b.pattern) - specificity(a.pattern) || (a.remote.name < b.remote.name ? -1 : 1))
  return owners[0] ?? null
}

/** Whether something is for some users only, by what they are in their active organization. */
export const isLimited = ({ roles, permission }: Pick<Route, 'roles' | 'permission'>): boolean =>
  (roles ?? permission) !== undefined

/** The parts of a path as the router compares them: decoded, and without regard to case. */
export const segmentsOf = (path: string): string[] => decoded(path).toLowerCase().split('/').filter(Boolean)

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const covers = (pattern: string[], path: string[]): boolean =>
  pattern.every((segment, index) => path[index] !== undefined && (segment.startsWith(':') || segment === path[index]))

/** Longer is more specific; of equal length, the one with fewer parameters. */
const specificity = (pattern: string[]): number =>
  pattern.length * 2 - pattern.filter((segment) => segment.startsWith(':')).length / (pattern.length + 1)
