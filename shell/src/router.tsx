import { type RouteObject, useLocation, useNavigation } from 'kit'
import { PageRouter } from 'kit/shell'
import {
  findRouteOwner,
  GALLERY_PATH,
  isLimited,
  type KnownLock,
  type LockedRemote,
  PREVIEW_PATH,
} from 'contract/version-lock.ts'
import { useVersionLock } from './federation/lock-context.ts'
import {
  forgetRemote,
  leaveFallback,
  type LoadedRemote,
  loadedRemote,
  loadRemote,
  preloadRemote,
  useRemoteState,
} from './federation/load-remote.ts'
import { withTimeout } from './federation/loading-rules.ts'
import { RemoteErrorBoundary, RemotePage, RemotePanel, useRedrawOnChange } from './federation/remote-panel.tsx'
import { Frame } from './layout/frame.tsx'
import { PageWaiting } from './page-waiting.tsx'
import { FailedPage } from './pages/failed-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { SessionGate } from './session-gate.tsx'

/** Matches only the routes of the remote that owns a path, so that no other can intercept it. */
export function createRouter(lock: KnownLock) {
  const ownPages: RouteObject[] = [
    { index: true, Component: HomePage },
    { path: PREVIEW_PATH, lazy: previewPage },
    { path: `${PREVIEW_PATH}/:id`, lazy: previewPage },
    { path: GALLERY_PATH, lazy: galleryPage },
  ]
  const routeAt = (pathname: string) => findRouteOwner(lock.now, pathname)
  const pagesOf = (pathname: string, refusal: unknown): RouteObject[] => {
    const route = routeAt(pathname)
    const remote = route ? loadedRemote(route.remote.name) : undefined
    const unmatched: RouteObject = { path: '*', element: <Unmatched matched={remote} /> }
    if (!remote) return [...ownPages, route && isLimited(route) ? gated([unmatched]) : unmatched]
    return [routeOf(remote, refusal === undefined ? remote.routes : [invalidRoutes(refusal)]), unmatched]
  }
  const loadLate = async (pathname: string) => {
    await lock.whole()
    await loadFor(pathname)
  }
  // RightsGate loads remotes whose routes require a permission, after it has checked the user.
  const loadFor = (pathname: string): Promise<void> | null => {
    const route = routeAt(pathname)
    if (route) leaveFallback(route.remote.name, pathname)
    return route && !isLimited(route) && !loadedRemote(route.remote.name) ? load(route.remote) : null
  }
  return new PageRouter(
    (pathname, refusal) => [{ Component: Frame, ErrorBoundary: FailedPage, children: pagesOf(pathname, refusal) }],
    {
      prepare: (pathname) => (lock.isWhole || routeAt(pathname) ? loadFor(pathname) : loadLate(pathname)),
      withTimeout: (pathname, work) => {
        const owner = routeAt(pathname)?.remote
        return owner ? withTimeout(owner, work) : work
      },
    },
  )
}

const invalidRoutes = (cause: unknown): RouteObject => ({
  path: '*',
  Component: () => {
    throw new Error('The router rejects the list of routes', { cause })
  },
})

const previewPage = async () => ({
  Component: await (await import(/* webpackChunkName: "on-demand" */ './pages/preview-page.tsx')).loadPreviewPage(),
})

const galleryPage = async () => ({
  Component: (await import(/* webpackChunkName: "gallery" */ './gallery/gallery-page.tsx')).GalleryPage,
})

const load = (owner: LockedRemote): Promise<void> => loadRemote(owner).then(nothing, nothing)
const nothing = () => {}

const gated = (children: RouteObject[]): RouteObject => ({ Component: SessionGate, children })

const routeOf = (loaded: LoadedRemote, routes: RouteObject[]): RouteObject =>
  gated([
    {
      element: <RemotePage key={nameOf(loaded)} loaded={loaded} />,
      errorElement: <RemoteErrorBoundary key={nameOf(loaded)} loaded={loaded} />,
      children: routes,
    },
  ])

const nameOf = ({ locked: { name, version } }: LoadedRemote): string => `${name}@${version}`

/** Shown while the remote is loading or failed, or for an unknown path. */
function Unmatched({ matched }: { matched: LoadedRemote | undefined }) {
  const { pathname } = useLocation()
  const isNavigating = useNavigation().state !== 'idle'
  const owner = findRouteOwner(useVersionLock(), pathname)?.remote
  const name = owner?.name ?? ''
  const hasFailed = useRemoteState(name) === 'failed'
  useRedrawOnChange(name, matched)
  // The fallback version may lack a page that the locked version has.
  if (owner && (hasFailed || matched?.insteadOf)) {
    const versions = [owner.version, owner.lastGood?.version ?? []].flat()
    const retry = () => (matched ? forgetRemote(name) : preloadRemote(owner))
    return <RemotePanel remote={owner} versions={versions} onRetry={retry} />
  }
  return (owner && !matched) || isNavigating ? <PageWaiting /> : <NotFoundPage />
}
