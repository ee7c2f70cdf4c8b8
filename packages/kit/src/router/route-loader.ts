import type { Path } from 'react-router'
import type { Match, RouteObject, RoutePart } from './route.ts'

/** What loaders and lazy parts have come to: another address to go to, or what could not be loaded. */
export interface Outcome {
  target?: string
  failed: Map<RouteObject, RoutePart>
}

/** Runs the loaders of routes, and loads their lazy parts once. */
export class RouteLoader {
  readonly #lazyParts = new WeakMap<RouteObject, RoutePart>()

  /** Whether nothing of these routes is to be waited for. */
  isLoaded(matches: Match[]): boolean {
    return !matches.some(({ route }) => route.loader || this.#isMissing(route))
  }

  /** A route with its lazy part, if that was loaded. */
  complete(route: RouteObject): RoutePart {
    return { ...route, ...this.#lazyParts.get(route) }
  }

  async load(matches: Match[], path: Path): Promise<Outcome> {
    const failed = new Map<RouteObject, RoutePart>()
    const failAt = (route: RouteObject) => (error: unknown) => void failed.set(route, failing(error))
    const request = new Request(new URL(`${path.pathname}${path.search}`, location.origin))
    const answers = await Promise.all(matches.map(({ route }) => askLoader(route, request).catch(failAt(route))))
    const target = answers.find((answer) => answer)?.headers.get('location')
    if (target) return { target, failed }
    const late = matches.map(({ route }) => route).filter((route) => this.#isMissing(route))
    await Promise.all(late.map((route) => this.#loadPart(route).catch(failAt(route))))
    return { failed }
  }

  #isMissing(route: RouteObject): boolean {
    return route.lazy !== undefined && !this.#lazyParts.has(route)
  }

  /** What could not be loaded is tried again the next time. */
  async #loadPart(route: RouteObject): Promise<void> {
    if (route.lazy) this.#lazyParts.set(route, await route.lazy())
  }
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

/** A route that fails with this error when it is drawn. */
export const failing = (error: unknown): RoutePart => ({
  Component: () => {
    throw error
  },
})
