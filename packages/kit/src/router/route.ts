import type { ComponentType, ReactNode } from 'react'
import type { matchRoutes } from 'react-router'

/** Loaders run before rendering: `loader: () => (isAllowed() ? null : replace('/'))`. */
export type RouteObject = RoutePart & {
  id?: string
  path?: string
  lazy?: () => Promise<RoutePart>
  /**
   * For public pages: visitors see the page before any script runs, as it is drawn without network.
   * `{ path: '/pricing', Component: PricingPage, prerender: true }`
   */
  prerender?: boolean
  loader?: (visit: { request: Request }) => Response | null | Promise<Response | null>
} & ({ index: true; children?: undefined } | { index?: false; children?: RouteObject[] })

export interface RoutePart {
  Component?: ComponentType
  element?: ReactNode
  /** Replaces a route that throws, or whose children do. `useRouteError` returns the error. */
  ErrorBoundary?: ComponentType
  errorElement?: ReactNode
}

/** `refusal` is react-router's error for invalid routes: return a page that shows it. */
export type RoutesOf = (pathname: string, refusal?: unknown) => RouteObject[]

export type Match = NonNullable<ReturnType<typeof matchRoutes<RouteObject>>>[number]
