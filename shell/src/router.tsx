import { createBrowserRouter, type RouteObject, useLocation, useNavigate, useNavigation } from 'kit'
import { useEffect } from 'react'
import { findRouteOwner, type KnownLock, type LockedRemote, PREVIEW_PATH } from './federation/lock.ts'
import { useLock } from './federation/lock-context.ts'
import { type LoadedRemote, loadRemote, preloadRemote, useRemoteState } from './federation/load-remote.ts'
import { inTime } from './federation/loading-rules.ts'
import { RemoteErrorBoundary, RemotePage, RemotePanel } from './federation/remote-panel.tsx'
import { Frame } from './layout/frame.tsx'
import { PageWaiting } from './layout/page-waiting.tsx'
import { FailedPage } from './pages/failed-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { SessionGate } from './session-gate.tsx'

/**
 * The shell's router. The lock decides whose an address is, and it is matched among the pages of that remote alone, after the shell's own:
 * what others have at the same address is never asked.
 */
export function createRouter(lock: KnownLock) {
  const remotes = new Map<string, LoadedRemote>()
  const ownPages: RouteObject[] = [
    { index: true, Component: HomePage },
    { path: PREVIEW_PATH, lazy: previewPage },
    { path: `${PREVIEW_PATH}/:id`, lazy: previewPage },
  ]
  const unmatched: RouteObject = { path: '*', element: <Unmatched loaded={remotes} /> }
  const ownerOf = (pathname: string) => findRouteOwner(lock.now, pathname)?.remote
  const pagesOf = (pathname: string, refusal: unknown): RouteObject[] => {
    const owner = ownerOf(pathname)
    const remote = owner && remotes.get(owner.name)
    if (!remote) return [...ownPages, unmatched]
    return [routeOf(owner, refusal === undefined ? remote : { ...remote, routes: [refused(refusal)] }), unmatched]
  }
  const load = async (owner: LockedRemote) => {
    const remote = await loadRemote(owner).catch(() => null)
    if (remote) remotes.set(owner.name, remote)
  }
  const loadLate = async (pathname: string) => {
    await lock.whole()
    const owner = ownerOf(pathname)
    if (owner) await load(owner)
  }
  return createBrowserRouter(
    (pathname, refusal) => [{ Component: Frame, ErrorBoundary: FailedPage, children: pagesOf(pathname, refusal) }],
    {
      prepare: (pathname) => {
        const owner = ownerOf(pathname)
        if (owner) return remotes.has(owner.name) ? null : load(owner)
        return lock.isWhole ? null : loadLate(pathname)
      },
      inTime: (pathname, work) => {
        const owner = ownerOf(pathname)
        return owner ? inTime(owner, work) : work
      },
    },
  )
}

/** In the place of a list of routes that cannot be matched. */
const refused = (cause: unknown): RouteObject => ({
  path: '*',
  Component: () => {
    throw new Error('its list of routes is refused', { cause })
  },
})

const previewPage = async () => ({ Component: (await import('./pages/preview-page.tsx')).PreviewPage })

const routeOf = (locked: LockedRemote, { routes, texts }: LoadedRemote): RouteObject => ({
  Component: SessionGate,
  children: [
    {
      element: <RemotePage key={locked.name} remote={locked} texts={texts} />,
      errorElement: <RemoteErrorBoundary remote={locked} />,
      children: routes,
    },
  ],
})

/** An address without routes: nobody's, or that of a remote which is on its way, failed, or has no such page. */
function Unmatched({ loaded }: { loaded: ReadonlyMap<string, LoadedRemote> }) {
  const location = useLocation()
  const navigate = useNavigate()
  const isNavigating = useNavigation().state !== 'idle'
  const owner = findRouteOwner(useLock(), location.pathname)?.remote
  const state = useRemoteState(owner?.name ?? '')
  const isMissing = owner !== undefined && !loaded.has(owner.name)
  // The remote came after this address was matched, by Retry or because a link to it was pointed at.
  const isLate = isMissing && state === 'ready' && !isNavigating
  useEffect(() => {
    if (isLate) void navigate(location, { replace: true })
  }, [isLate, location, navigate])
  if (isMissing && state === 'failed') return <RemotePanel remote={owner} onRetry={() => preloadRemote(owner)} />
  return isMissing || isNavigating ? <PageWaiting /> : <NotFoundPage />
}
