import type { RouteObject } from 'kit'
import { inOrganization } from 'contract/organization-path.ts'

/** The same pages below `/organizations/:slug`. The lock decides which of them a path may open. */
export const addOrganizationPages = (routes: RouteObject[]): RouteObject[] => [
  ...routes,
  { path: inOrganization(''), children: routes.map(moved) },
]

function moved(route: RouteObject): RouteObject {
  const path = route.path?.startsWith('/') ? { path: inOrganization(route.path) } : {}
  return route.children ? { ...route, ...path, children: route.children.map(moved) } : { ...route, ...path }
}
