import { createBrowserRouter, Outlet, type RouteObject, useLocation, useNavigate, useNavigation } from 'kit'
import type { Remote } from 'kit/remote'
import { useEffect } from 'react'
import { findRouteOwner, type Lock, type LockedRemote, PREVIEW_PATH } from './federation/lock.ts'
import { useLock } from './federation/lock-context.ts'
import { loadRemote, preloadRemote, useRemoteState } from './federation/load-remote.ts'
import { RemoteErrorBoundary, RemotePanel } from './federation/remote-panel.tsx'
import { Frame } from './layout/frame.tsx'
import { PageWaiting } from './layout/page-waiting.tsx'
import { FailedPage } from './pages/failed-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { SessionGate } from './session-gate.tsx'

/** The shell's router: the routes of a remote are added when an address below them is visited for the first time. */
export function createRouter(lock: Lock) {
  const added = new Set<string>()
  const pages: RouteObject[] = [
    { index: true, Component: HomePage },
    { path: PREVIEW_PATH, lazy: previewPage },
    { path: `${PREVIEW_PATH}/:id`, lazy: previewPage },
    { path: '*', element: <Unmatched added={added} /> },
  ]
  const add = async (owner: LockedRemote) => {
    const remote = await loadRemote(owner).catch(() => null)
    if (!remote || added.has(owner.name)) return
    pages.push(routeOf(owner, remote))
    added.add(owner.name)
  }
  return createBrowserRouter([{ Component: Frame, ErrorBoundary: FailedPage, children: pages }], {
    prepare: (pathname) => {
      const owner = findRouteOwner(lock, pathname)?.remote
      return owner && !added.has(owner.name) ? add(owner) : null
    },
  })
}

const previewPage = async () => ({ Component: (await import('./pages/preview-page.tsx')).PreviewPage })

const routeOf = (locked: LockedRemote, remote: Remote): RouteObject => ({
  id: locked.name,
  Component: SessionGate,
  children: [
    {
      // In its scope are the remote's styles, and nothing else is (kit/check/css.ts).
      element: (
        <div data-remote={locked.name}>
          <Outlet />
        </div>
      ),
      errorElement: <RemoteErrorBoundary remote={locked} />,
      children: remote.routes,
    },
  ],
})

/** An address without routes: nobody's, or that of a remote which is on its way, failed, or has no such page. */
function Unmatched({ added }: { added: ReadonlySet<string> }) {
  const location = useLocation()
  const navigate = useNavigate()
  const isNavigating = useNavigation().state !== 'idle'
  const owner = findRouteOwner(useLock(), location.pathname)?.remote
  const state = useRemoteState(owner?.name ?? '')
  const isMissing = owner !== undefined && !added.has(owner.name)
  // The remote came after this address was matched, by Retry or because a link to it was pointed at.
  const isLate = isMissing && state === 'ready' && !isNavigating
  useEffect(() => {
    if (isLate) void navigate(location, { replace: true })
  }, [isLate, location, navigate])
  if (isMissing && state === 'failed') return <RemotePanel remote={owner} onRetry={() => preloadRemote(owner)} />
  return isMissing || isNavigating ? <PageWaiting /> : <NotFoundPage />
}
