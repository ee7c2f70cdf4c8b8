import { Alert, useErrorText, useSearchParams } from 'kit'

/** Says why a sign-in elsewhere came back without success: the code stands in `?error=`. */
export function RedirectFailure() {
  const errorText = useErrorText()
  const [search] = useSearchParams()
  const code = search.get('error')
  return code && <Alert color="red">{errorText({ code })}</Alert>
}
