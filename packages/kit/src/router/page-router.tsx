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
import { areLoaded, loadRoutes, type Outcome, throwOnRender, withLazyPart } from './route-loader.ts'
import type { Match, RouteObject, RoutePart, RoutesOf } from './route.ts'

interface Options {
  // Loads missing routes before a path is matched; null if there are none.
  prepare?: (pathname: string) => Promise<void> | null
  // May reject after a timeout. A page that arrives later is shown anyway.
  withTimeout?: (pathname: string, work: Promise<Outcome>) => Promise<Outcome>
  history?: ReturnType<typeof createBrowserHistory>
}

interface Page {
  location: Location
  matches: NonNullable<Parameters<typeof renderMatches>[0]>
}

// Shows the previous page until the next one is loaded. react-router's data router is 20 kB larger.
export class PageRouter {
  page: Page
  isNavigating = true
  // Settles when the latest navigation is finished or replaced.
  arrival: Promise<void>
  readonly navigator: Navigator
  readonly #routesOf: RoutesOf
  readonly #prepare: NonNullable<Options['prepare']>
  readonly #withTimeout: NonNullable<Options['withTimeout']>
  readonly #history: ReturnType<typeof createBrowserHistory>
  readonly #listeners = createListeners()
  #visits = 0
  #redirects = 0

  constructor(
    routes: RouteObject[] | RoutesOf,
    { prepare = () => null, withTimeout = (_, work) => work, history = createBrowserHistory() }: Options = {},
  ) {
    this.#routesOf = typeof routes === 'function' ? routes : () => routes
    this.#prepare = prepare
    this.#withTimeout = withTimeout
    this.#history = history
    this.navigator = {
      createHref: (to) => history.createHref(to),
      go: (delta) => history.go(delta),
      push: (to: To, state: unknown) => void this.navigate(to, { state }),
      replace: (to: To, state: unknown) => void this.navigate(to, { state, replace: true }),
    }
    const matches = this.#match(history.location)
    const isComplete = matches.every(({ route }) => !route.lazy)
    this.page = {
      location: history.location,
      matches: isComplete ? matches.map((match) => toRouteMatch(match, match.route)) : [],
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

  // Renders after `painted`, so that the click gets visible feedback first.
  async #visit(path: Path, enter: () => void, painted: Promise<void> | null = null): Promise<void> {
    const visit = ++this.#visits
    const preparing = this.#prepare(path.pathname)
    if (preparing) {
      this.#setNavigating(true)
      await preparing
      if (visit !== this.#visits) return
    }
    const matches = this.#match(path)
    let isShown = false
    const show = ({ failed }: Outcome) => {
      if (!isShown) enter()
      isShown = true
      this.#redirects = 0
      const partOf = ({ route }: Match) => ({ ...withLazyPart(route), ...failed.get(route) })
      this.page = {
        location: this.#history.location,
        matches: matches.map((match) => toRouteMatch(match, partOf(match))),
      }
      this.#setNavigating(false)
    }
    const fail = (error: unknown) =>
      show({ failed: new Map(matches.slice(-1).map(({ route }) => [route, throwOnRender(error)])) })
    if (areLoaded(matches)) {
      if (painted) await painted
      return visit === this.#visits ? show({ failed: new Map() }) : undefined
    }
    this.#setNavigating(true)
    const work = Promise.all([loadRoutes(matches, path), painted]).then(([outcome]) => outcome)
    const arrive = (outcome: Outcome): Promise<void> | void => {
      if (visit !== this.#visits) return
      if (outcome.target === undefined) return show(outcome)
      if (++this.#redirects < MAX_REDIRECTS) return this.navigate(outcome.target, { replace: true })
      fail(new Error(`too many redirects, the last one to ${outcome.target}`))
    }
    await this.#withTimeout(path.pathname, work).then(arrive, (error: unknown) => {
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

  // The current page does not rerender, which would delay the feedback to a click.
  #setNavigating(isNavigating: boolean): void {
    this.isNavigating = isNavigating
    this.#listeners.notify()
  }
}

const MAX_REDIRECTS = 20

const pathOf = (to: To): Partial<Path> => (typeof to === 'string' ? parsePath(to) : to)

function toRouteMatch(
  { params, pathname, pathnameBase, route: { path } }: Match,
  route: RoutePart,
): Page['matches'][number] {
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
