import { createBrowserRouter, type RouteObject, useLocation } from 'kit'
import type { Remote } from 'kit/remote'
import { findRouteOwner, type Lock, type LockedRemote } from './federation/lock.ts'
import { useLock } from './federation/lock-context.ts'
import { loadRemote, useRemoteState } from './federation/load-remote.ts'
import { RemoteErrorBoundary, RemotePanel } from './federation/remote-panel.tsx'
import { Frame } from './layout/frame.tsx'
import { PageWaiting } from './layout/page-waiting.tsx'
import { FailedPage } from './pages/failed-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { SessionGate } from './session-gate.tsx'

const FRAME = 'frame'

/** The shell's router: the routes of a remote are added when an address below them is visited for the first time. */
export function createRouter(lock: Lock) {
  const added = new Set<string>()
  const pages = [
    { index: true, Component: HomePage },
    { path: '*', Component: Unmatched, HydrateFallback: Unmatched },
  ]
  return createBrowserRouter([{ id: FRAME, Component: Frame, ErrorBoundary: FailedPage, children: pages }], {
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const owner = findRouteOwner(lock, path)?.remote
      if (!owner || added.has(owner.name)) return
      const remote = await loadRemote(owner).catch(() => null)
      if (!remote || added.has(owner.name)) return
      added.add(owner.name)
      patch(FRAME, [routeOf(owner, remote)])
    },
  })
}

const routeOf = (locked: LockedRemote, remote: Remote): RouteObject => ({
  id: locked.name,
  Component: SessionGate,
  children: [{ errorElement: <RemoteErrorBoundary remote={locked} />, children: remote.routes }],
})

/** An address without routes: nobody's, or that of a remote which is on its way, failed, or has no such page. */
function Unmatched() {
  const { pathname } = useLocation()
  const owner = findRouteOwner(useLock(), pathname)?.remote
  const state = useRemoteState(owner?.name ?? '')
  if (owner && state === 'failed') return <RemotePanel remote={owner} />
  if (owner && state !== 'ready') return <PageWaiting />
  return <NotFoundPage />
}
