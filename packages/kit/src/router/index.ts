/** The part of react-router that shell and remotes use; what is not listed here is not shipped. */
export { Navigate, Outlet, replace, useLocation, useParams } from 'react-router'
export { Link, NavLink } from './link.tsx'
export { useSearchParams } from './use-search-params.ts'
export { useRouteError } from './error-boundary.tsx'
export type { RouteObject } from './route.ts'
export { useNavigate, useNavigation } from './router.tsx'
