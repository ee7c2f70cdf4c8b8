/** The part of react-router that shell and remotes use; what is not listed here is not shipped. */
export {
  createBrowserRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  replace,
  useLocation,
  useNavigate,
  useNavigation,
  useParams,
  useRouteError,
  useSearchParams,
  type RouteObject,
} from 'react-router'
export { RouterProvider } from './ui/router-provider.tsx'
