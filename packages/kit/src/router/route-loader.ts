import type { Path } from 'react-router'
import type { Match, RouteObject, RoutePart } from './route.ts'

export interface Outcome {
  target?: string
  failed: Map<RouteObject, RoutePart>
}

const lazyParts = new WeakMap<RouteObject, RoutePart>()

const isMissing = (route: RouteObject): boolean => route.lazy !== undefined && !lazyParts.has(route)

export const areLoaded = (matches: Match[]): boolean => !matches.some(({ route }) => route.loader || isMissing(route))

export const withLazyPart = (route: RouteObject): RoutePart => ({ ...route, ...lazyParts.get(route) })

export async function loadRoutes(matches: Match[], path: Path): Promise<Outcome> {
  const failed = new Map<RouteObject, RoutePart>()
  const failAt = (route: RouteObject) => (error: unknown) => void failed.set(route, throwOnRender(error))
  const request = new Request(new URL(`${path.pathname}${path.search}`, location.origin))
  const responses = await Promise.all(matches.map(({ route }) => runLoader(route, request).catch(failAt(route))))
  const target = responses.find((response) => response)?.headers.get('location')
  if (target) return { target, failed }
  const late = matches.map(({ route }) => route).filter(isMissing)
  await Promise.all(late.map((route) => loadPart(route).catch(failAt(route))))
  return { failed }
}

async function loadPart(route: RouteObject): Promise<void> {
  if (route.lazy) lazyParts.set(route, await route.lazy())
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
