export {
  /** @example <Navigate to="/invoices" replace /> */
  Navigate,
  /** @example <Page title="Invoices"><Outlet /></Page> */
  Outlet,
  /** @example const loader = () => (isOpen ? null : replace('/invoices')) */
  replace,
  /** @example const { pathname } = useLocation() */
  useLocation,
  /** @example const { id } = useParams() */
  useParams,
} from 'react-router'
export {
  /** @example <Link to="/invoices/17">Invoice 17</Link> */
  Link,
  /** @example <NavLink to="/invoices" end>All</NavLink> */
  NavLink,
} from './link.tsx'
/** @example const [search, setSearch] = useSearchParams() */
export { useSearchParams } from './use-search-params.ts'
/** @example const error = useRouteError() */
export { useRouteError } from './error-boundary.tsx'
/** @example const route: RouteObject = { path: '/invoices', Component: () => <Outlet /> } */
export type { RouteObject } from './route.ts'
export {
  /** @example const navigate = useNavigate(), back = () => navigate(-1) */
  useNavigate,
  /** @example const isLoading = useNavigation().state === 'loading' */
  useNavigation,
} from './router.tsx'
