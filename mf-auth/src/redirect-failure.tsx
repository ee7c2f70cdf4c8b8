import { Failure, RequestId, useSearchParams } from 'kit'

/** Shows why a sign-in at a provider failed (`?error=`). */
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
