import type { Path } from 'react-router'
import type { Match, RouteObject, RoutePart } from './route.ts'

export interface Outcome {
  target?: string
  failed: Map<RouteObject, RoutePart>
}

export class RouteLoader {
  readonly #lazyParts = new WeakMap<RouteObject, RoutePart>()

  isLoaded(matches: Match[]): boolean {
    return !matches.some(({ route }) => route.loader || this.#isMissing(route))
  }

  complete(route: RouteObject): RoutePart {
    return { ...route, ...this.#lazyParts.get(route) }
  }

  async load(matches: Match[], path: Path): Promise<Outcome> {
    const failed = new Map<RouteObject, RoutePart>()
    const failAt = (route: RouteObject) => (error: unknown) => void failed.set(route, throwOnRender(error))
    const request = new Request(new URL(`${path.pathname}${path.search}`, location.origin))
    const responses = await Promise.all(matches.map(({ route }) => runLoader(route, request).catch(failAt(route))))
    const target = responses.find((response) => response)?.headers.get('location')
    if (target) return { target, failed }
    const late = matches.map(({ route }) => route).filter((route) => this.#isMissing(route))
    await Promise.all(late.map((route) => this.#loadPart(route).catch(failAt(route))))
    return { failed }
  }

  #isMissing(route: RouteObject): boolean {
    return route.lazy !== undefined && !this.#lazyParts.has(route)
  }

  async #loadPart(route: RouteObject): Promise<void> {
    if (route.lazy) this.#lazyParts.set(route, await route.lazy())
  }
}

// Loaders may also throw a response, as in react-router.
async function runLoader({ loader }: RouteObject, request: Request): Promise<Response | null> {
  try {
    const response = await loader?.({ request })
    return response instanceof Response ? response : null
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}

export const throwOnRender = (error: unknown): RoutePart => ({
  Component: () => {
    throw error
  },
})
