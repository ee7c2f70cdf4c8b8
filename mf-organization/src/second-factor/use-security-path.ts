import { useLocation, withRedirectTarget } from 'kit'

/** The security settings, which lead back to this page once a factor is set up. */
export function useSecurityPath(): string {
  const { pathname, search } = useLocation()
  return withRedirectTarget('/account/security', pathname + search)
}
