import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  LoadFailure,
  Page,
  Panel,
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

/**
 * In a tab of its own, for who has no password: proves with an account elsewhere who is there. What asked for it stands in another tab,
 * which follows when this one is back with `?done`.
 */
export function SignInAgainPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const isDone = search.has('done')
  useEffect(() => {
    if (isDone) void refreshSession().then(() => window.close())
  }, [isDone])
  return (
    <Page title={isDone ? t`You are signed in` : t`Sign in again`} width="narrow">
      <RedirectFailure />
      <Panel>{isDone ? <Text>{t`Close this tab and continue in the one where you were.`}</Text> : <Ways />}</Panel>
    </Page>
  )
}

/** Only what leads back to this account: another one would take the place of the page that waits. */
function Ways() {
  const [accounts, reload] = useRequest('accounts', listAccounts)
  if (!accounts) return <Waiting />
  if (accounts.error) return <LoadFailure error={accounts.error} onRetry={reload} />
  return (
    <>
      <Text>
        <Trans>This tab closes afterwards, and you continue in the one where you were.</Trans>
      </Text>
      <ProviderButtons among={accounts.data.map(({ provider }) => provider)} target="/sign-in-again?done" />
    </>
  )
}
