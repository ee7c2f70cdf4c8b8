import { redirectTarget, refreshSession, useLocation, useNavigate, withRedirectTarget } from 'kit'

/** Opens the page that the visitor wanted, or first the one that asks for the second factor. */
export function useArrival() {
  const { search } = useLocation()
  const navigate = useNavigate()
  return async (response?: { user: object } | { twoFactorMethods: readonly string[] }) => {
    const target = redirectTarget(search)
    if (response && 'twoFactorMethods' in response) {
      const state = { hasPasskey: response.twoFactorMethods.includes('passkey') }
      return navigate(withRedirectTarget('/two-factor', target), { replace: true, state })
    }
    await refreshSession()
    return navigate(target, { replace: true })
  }
}
