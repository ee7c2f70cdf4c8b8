import { msg } from '@lingui/core/macro'
import { Failure, isCanceledAtProvider, RequestId, useSearchParams } from 'kit'
import { providers } from './social/providers.ts'

/** Shows why a sign-in at a provider (`?provider=`) failed (`?error=`). */
export function RedirectFailure() {
  const [search] = useSearchParams()
  const code = search.get('error')
  if (!code) return null
  if (!isCanceledAtProvider(code)) {
    return (
      <>
        <Failure error={{ code }} />
        <RequestId />
      </>
    )
  }
  const name = providers.find(({ id }) => id === search.get('provider'))?.name
  return <Failure error={{ code }} {...(name && { texts: { [code]: msg`Sign-in with ${name} canceled` } })} />
}
