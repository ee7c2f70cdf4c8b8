import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  LoadFailure,
  PanelPage,
  request,
  refreshSession,
  Text,
  useRequest,
  useSearchParams,
  Waiting,
} from 'kit'
import { useEffect } from 'react'
import { RedirectFailure } from '../redirect-failure.tsx'
import { ProviderButtons } from '../social/provider-buttons.tsx'

const listAccounts = () => request(() => authClient.GET('/list-accounts'))

/** For users without a password: a provider sign-in in its own tab, which returns with `?done`. */
export default function SignInAgainPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const isDone = search.has('done')
  useEffect(() => {
    if (isDone) void refreshSession().then(() => window.close())
  }, [isDone])
  return (
    <PanelPage title={isDone ? t`You’re signed in` : t`Sign in again`}>
      <RedirectFailure />
      {isDone ? <Text>{t`Close this tab and continue in the one you came from.`}</Text> : <Ways />}
    </PanelPage>
  )
}

/** Offers only providers of this account: another account would replace it in the waiting tab. */
function Ways() {
  const [accounts, reload] = useRequest('accounts', listAccounts)
  if (!accounts) return <Waiting />
  if (accounts.error) return <LoadFailure error={accounts.error} onRetry={reload} />
  return (
    <>
      <Text>
        <Trans>This tab closes after you sign in, and you continue in the one you came from.</Trans>
      </Text>
      <ProviderButtons among={accounts.data.map(({ provider }) => provider)} target="/sign-in-again?done" />
    </>
  )
}
