import { redirectTarget, useLocation, useNavigate } from 'kit'

/** After a factor was set up: leads to the page that has asked for one, if any. */
export function useWayBack(): () => void {
  const { search } = useLocation()
  const navigate = useNavigate()
  return () => {
    if (new URLSearchParams(search).has('redirectTo')) void navigate(redirectTarget(search))
  }
}
