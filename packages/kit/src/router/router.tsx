import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useSyncExternalStore,
} from 'react'
import {
  type Location,
  matchRoutes,
  type NavigateFunction,
  type Navigator,
  Outlet,
  parsePath,
  type Path,
  renderMatches,
  Router as Places,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  useNavigate as useNavigateNow,
} from 'react-router'
import { createListeners } from '../listeners.ts'
import { nextPaint } from '../next-paint.ts'

/**
 * What an address shows. Like react-router's route objects, of which these are the parts that the screens need:
 * what `lazy` answers joins the route, and a loader runs before anything is drawn, to lead on (`replace`) or to let pass.
 */
export type RouteObject = RoutePart & {
  id?: string
  path?: string
  lazy?: () => Promise<RoutePart>
  loader?: (visit: { request: Request }) => Response | null | Promise<Response | null>
} & ({ index: true; children?: undefined } | { index?: false; children?: RouteObject[] })

interface RoutePart {
  Component?: ComponentType
  element?: ReactNode
  /** Stands in the place of the route when drawing it, or what is below it, fails; `useRouteError` says why. */
  ErrorBoundary?: ComponentType
  errorElement?: ReactNode
}

/**
 * The routes among which `pathname` is matched. When react-router refuses them (an index route with children, what is no route), it is
 * asked once more, with what was thrown, for routes that show that.
 */
export type RoutesOf = (pathname: string, refusal?: unknown) => RouteObject[]

interface Options {
  /** Runs before an address is matched, for routes that are not there yet; answers null when nothing is to be waited for. */
  prepare?: (pathname: string) => Promise<void> | null
  /** Rejects when `work`, the loaders and lazy parts of an address, takes too long; what comes later is shown all the same. */
  inTime?: (pathname: string, work: Promise<Outcome>) => Promise<Outcome>
  history?: ReturnType<typeof createBrowserHistory>
}

/** What loaders and lazy parts have come to: another address to go to, or what could not be loaded. */
interface Outcome {
  target?: string
  failed: Map<RouteObject, RoutePart>
}

interface Page {
  location: Location
  matches: NonNullable<Parameters<typeof renderMatches>[0]>
}

/**
 * Keeps the page of an address: the next one is shown when its routes, loaders and lazy parts are there, and until then the
 * one before stays. Matching, links and places are react-router's; its own router of this kind is 20 kB larger, for the
 * loading and sending of data, which our screens do with `request` and GraphQL.
 */
export class PageRouter {
  page: Page
  isNavigating = true
  /** Settles when the page that was last asked for is shown, or another one was asked for meanwhile. */
  arrival: Promise<void>
  readonly navigator: Navigator
  readonly #routesOf: RoutesOf
  readonly #prepare: NonNullable<Options['prepare']>
  readonly #inTime: NonNullable<Options['inTime']>
  readonly #history: ReturnType<typeof createBrowserHistory>
  readonly #listeners = createListeners()
  readonly #lazyParts = new WeakMap<RouteObject, RoutePart>()
  #visits = 0
  /** How often loaders have led on since a page was shown. */
  #turns = 0

  constructor(
    routes: RouteObject[] | RoutesOf,
    { prepare = () => null, inTime = (_, work) => work, history = createBrowserHistory() }: Options,
  ) {
    this.#routesOf = typeof routes === 'function' ? routes : () => routes
    this.#prepare = prepare
    this.#inTime = inTime
    this.#history = history
    this.navigator = {
      createHref: (to) => history.createHref(to),
      go: (delta) => history.go(delta),
      push: (to: To, state: unknown) => void this.navigate(to, { state }),
      replace: (to: To, state: unknown) => void this.navigate(to, { state, replace: true }),
    }
    const matches = this.#match(history.location)
    const isThere = matches.every(({ route }) => !route.lazy)
    this.page = {
      location: history.location,
      matches: isThere ? matches.map((match) => drawn(match, match.route)) : [],
    }
    history.listen(({ location }) => {
      this.arrival = this.#visit(location, () => {})
    })
    this.arrival = this.#visit(history.location, () => {})
  }

  readonly subscribe = this.#listeners.subscribe

  navigate(to: To, { replace = false, state }: { replace?: boolean; state?: unknown } = {}): Promise<void> {
    const path = { pathname: this.#history.location.pathname, search: '', hash: '', ...pathOf(to) }
    const isAnother = !replace && path.pathname !== this.#history.location.pathname
    const enter = () => this.#history[replace ? 'replace' : 'push'](path, state)
    this.arrival = this.#visit(path, enter, isAnother ? nextPaint() : null)
    return this.arrival
  }

  /**
   * Gets the page of an address and shows it, unless another one was asked for meanwhile; `enter` puts it into the history. It is not drawn
   * in the frame that answers the click (`painted`), which would come as late as all of it takes.
   */
  async #visit(path: Path, enter: () => void, painted: Promise<void> | null = null): Promise<void> {
    const visit = ++this.#visits
    const preparing = this.#prepare(path.pathname)
    if (preparing) {
      this.#tell(true)
      await preparing
      if (visit !== this.#visits) return
    }
    const matches = this.#match(path)
    let isShown = false
    const show = ({ failed }: Outcome) => {
      if (!isShown) enter()
      isShown = true
      this.#turns = 0
      const partOf = ({ route }: Match) => ({ ...route, ...this.#lazyParts.get(route), ...failed.get(route) })
      this.page = {
        location: this.#history.location,
        matches: matches.map((match) => drawn(match, partOf(match))),
      }
      this.#tell(false)
    }
    const fail = (error: unknown) =>
      show({ failed: new Map(matches.slice(-1).map(({ route }) => [route, failing(error)])) })
    const isLate = matches.some(({ route }) => route.loader || (route.lazy && !this.#lazyParts.has(route)))
    if (!isLate) {
      if (painted) await painted
      return visit === this.#visits ? show({ failed: new Map() }) : undefined
    }
    this.#tell(true)
    const work = Promise.all([this.#load(matches, path), painted]).then(([outcome]) => outcome)
    const arrive = (outcome: Outcome): Promise<void> | void => {
      if (visit !== this.#visits) return
      if (outcome.target === undefined) return show(outcome)
      if (++this.#turns < MOST_TURNS) return this.navigate(outcome.target, { replace: true })
      fail(new Error(`it leads on and on, at last to ${outcome.target}`))
    }
    await this.#inTime(path.pathname, work).then(arrive, (error: unknown) => {
      if (visit !== this.#visits) return
      fail(error)
      void work.then(arrive)
    })
  }

  async #load(matches: Match[], path: Path): Promise<Outcome> {
    const failed = new Map<RouteObject, RoutePart>()
    const failAt = (route: RouteObject) => (error: unknown) => void failed.set(route, failing(error))
    const request = new Request(new URL(`${path.pathname}${path.search}`, location.origin))
    const answers = await Promise.all(matches.map(({ route }) => askLoader(route, request).catch(failAt(route))))
    const target = answers.find((answer) => answer)?.headers.get('location')
    if (target) return { target, failed }
    const late = matches.map(({ route }) => route).filter((route) => route.lazy && !this.#lazyParts.has(route))
    await Promise.all(late.map((route) => this.#loadPart(route).catch(failAt(route))))
    return { failed }
  }

  #match(path: Path): Match[] {
    const matchIn = (routes: RouteObject[]) => matchRoutes(routes, path) ?? []
    try {
      return matchIn(this.#routesOf(path.pathname))
    } catch (refusal) {
      return matchIn(this.#routesOf(path.pathname, refusal))
    }
  }

  /** What could not be loaded is tried again the next time. */
  async #loadPart(route: RouteObject): Promise<void> {
    if (route.lazy) this.#lazyParts.set(route, await route.lazy())
  }

  /** The page that is there is not drawn anew because another one is on its way: that would be in the frame that answers the click. */
  #tell(isNavigating: boolean): void {
    this.isNavigating = isNavigating
    this.#listeners.notify()
  }
}

/** So often loaders lead on before they are taken for going in circles. */
const MOST_TURNS = 20

const pathOf = (to: To): Partial<Path> => (typeof to === 'string' ? parsePath(to) : to)

type Match = NonNullable<ReturnType<typeof matchRoutes<RouteObject>>>[number]

function drawn({ params, pathname, pathnameBase, route: { path } }: Match, route: RoutePart): Page['matches'][number] {
  const { Component: Screen, element = <Outlet />, ErrorBoundary, errorElement } = route
  const screen = Screen ? <Screen /> : element
  const fallback = ErrorBoundary ? <ErrorBoundary /> : errorElement
  const guarded = fallback ? <Boundary fallback={fallback}>{screen}</Boundary> : screen
  return { params, pathname, pathnameBase, route: { ...(path !== undefined && { path }), element: guarded } }
}

/** May throw what it would answer, as react-router's loaders do. Anything but a response lets pass. */
async function askLoader({ loader }: RouteObject, request: Request): Promise<Response | null> {
  try {
    const answer = await loader?.({ request })
    return answer instanceof Response ? answer : null
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}

const failing = (error: unknown): RoutePart => ({
  Component: () => {
    throw error
  },
})

const ErrorContext = createContext<unknown>(undefined)

/** What has failed, for the element that stands in its place. */
export const useRouteError = (): unknown => useContext(ErrorContext)

function Boundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={fallback} place={useContext(RouterContext)?.page.matches}>
      {children}
    </ErrorBoundary>
  )
}

interface BoundaryProps {
  fallback: ReactNode
  /** A failure is forgotten when this changes. */
  place: unknown
  onError?: (error: unknown) => void
  children: ReactNode
}

interface BoundaryState {
  place: unknown
  failure: { error: unknown } | null
}

/** Shows the fallback after an error, until the user goes elsewhere or the same page comes again. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ place }: { place: unknown }, state: BoundaryState) {
    return place === state.place ? null : { place, failure: null }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return <ErrorContext value={failure.error}>{this.props.fallback}</ErrorContext>
  }
}

const RouterContext = createContext<PageRouter | null>(null)

export const createBrowserRouter = (routes: RouteObject[] | RoutesOf, options: Options = {}) =>
  new PageRouter(routes, options)

/**
 * Draws the page of the router's address. Not as a transition, which React would draw beside the page that is there: where
 * both ask the same GraphQL query for different addresses, each takes the query from the other again and again.
 */
export function RouterProvider({ router }: { router: PageRouter }) {
  const { location, matches } = useSyncExternalStore(router.subscribe, () => router.page)
  return (
    <RouterContext value={router}>
      <Places location={location} navigator={router.navigator} useTransitions={false}>
        {renderMatches(matches)}
      </Places>
    </RouterContext>
  )
}

const never = () => () => {}

export function useNavigation(): { state: 'idle' | 'loading' } {
  const router = useContext(RouterContext)
  const isNavigating = useSyncExternalStore(router?.subscribe ?? never, () => router?.isNavigating ?? false)
  return { state: isNavigating ? 'loading' : 'idle' }
}

export function useNavigate(): NavigateFunction {
  const navigate = useNavigateNow()
  const router = useContext(RouterContext)
  return useCallback(
    (...target: [to: To | number, options?: object]) => {
      const [to, options] = target
      if (typeof to === 'number') return navigate(to)
      void navigate(to, options)
      return router?.arrival
    },
    [navigate, router],
  )
}
