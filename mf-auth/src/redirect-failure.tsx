import { Failure, RequestId, useSearchParams } from 'kit'

/** Says why a sign-in elsewhere came back without success: the code stands in `?error=`. */
export function RedirectFailure() {
  const [search] = useSearchParams()
  const code = search.get('error')
  return (
    code && (
      <>
        <Failure error={{ code }} />
        <RequestId />
      </>
    )
  )
}
