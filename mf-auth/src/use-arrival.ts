import { redirectTarget, refreshSession, useLocation, useNavigate } from 'kit'

/** Opens the page that the visitor wanted, after a sign-in. */
export function useArrival() {
  const { search } = useLocation()
  const navigate = useNavigate()
  return async () => {
    await refreshSession()
    await navigate(redirectTarget(search), { replace: true })
  }
}
