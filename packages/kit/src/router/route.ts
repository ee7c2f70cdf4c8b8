import type { ComponentType, ReactNode } from 'react'
import type { matchRoutes } from 'react-router'

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

export interface RoutePart {
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

export type Match = NonNullable<ReturnType<typeof matchRoutes<RouteObject>>>[number]
