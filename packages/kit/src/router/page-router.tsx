import { createContext, type ReactNode, useContext } from 'react'
import {
  type Location,
  matchRoutes,
  type Navigator,
  Outlet,
  parsePath,
  type Path,
  type renderMatches,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router'
import { createListeners } from '../listeners.ts'
import { nextPaint } from '../next-paint.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { failing, type Outcome, RouteLoader } from './route-loader.ts'
import type { Match, RouteObject, RoutePart, RoutesOf } from './route.ts'

export interface Options {
  /** Runs before an address is matched, for routes that are not there yet; answers null when nothing is to be waited for. */
  prepare?: (pathname: string) => Promise<void> | null
  /** Rejects when `work`, the loaders and lazy parts of an address, takes too long; what comes later is shown all the same. */
  inTime?: (pathname: string, work: Promise<Outcome>) => Promise<Outcome>
  history?: ReturnType<typeof createBrowserHistory>
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
  readonly #loader = new RouteLoader()
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
      const partOf = ({ route }: Match) => ({ ...this.#loader.complete(route), ...failed.get(route) })
      this.page = {
        location: this.#history.location,
        matches: matches.map((match) => drawn(match, partOf(match))),
      }
      this.#tell(false)
    }
    const fail = (error: unknown) =>
      show({ failed: new Map(matches.slice(-1).map(({ route }) => [route, failing(error)])) })
    if (this.#loader.isLoaded(matches)) {
      if (painted) await painted
      return visit === this.#visits ? show({ failed: new Map() }) : undefined
    }
    this.#tell(true)
    const work = Promise.all([this.#loader.load(matches, path), painted]).then(([outcome]) => outcome)
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

  #match(path: Path): Match[] {
    const matchIn = (routes: RouteObject[]) => matchRoutes(routes, path) ?? []
    try {
      return matchIn(this.#routesOf(path.pathname))
    } catch (refusal) {
      return matchIn(this.#routesOf(path.pathname, refusal))
    }
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

function drawn({ params, pathname, pathnameBase, route: { path } }: Match, route: RoutePart): Page['matches'][number] {
  const { Component: Screen, element = <Outlet />, ErrorBoundary: Fallback, errorElement } = route
  const screen = Screen ? <Screen /> : element
  const fallback = Fallback ? <Fallback /> : errorElement
  const guarded = fallback ? <Boundary fallback={fallback}>{screen}</Boundary> : screen
  return { params, pathname, pathnameBase, route: { ...(path !== undefined && { path }), element: guarded } }
}

function Boundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={fallback} place={useContext(RouterContext)?.page.matches}>
      {children}
    </ErrorBoundary>
  )
}

export const RouterContext = createContext<PageRouter | null>(null)
