import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, authClient, Button, Panel, request, Stack, useErrorText, useRequest, Waiting } from 'kit'
import { AccountPage } from '../account-page.tsx'
import { BrowserAccounts } from './browser-accounts.tsx'
import { SessionList } from './session-list.tsx'

/** Where one is signed in, with the present browser first. */
export function SessionsPage() {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [answer, reload] = useRequest('sessions', () => request(() => authClient.GET('/list-sessions')))
  return (
    <AccountPage
      title={t`Sessions`}
      description={t`Every browser and device that is signed in to your account. End what you do not know.`}
    >
      {({ session, user }) => (
        <>
          <Panel>
            {!answer ? (
              <Waiting lines={4} />
            ) : answer.error ? (
              <Stack align="start">
                <Alert color="red" w="100%">
                  {errorText(answer.error)}
                </Alert>
                <Button variant="default" onClick={reload}>
                  <Trans>Try again</Trans>
                </Button>
              </Stack>
            ) : (
              <SessionList sessions={answer.data} ownId={session.id} onChanged={reload} />
            )}
          </Panel>
          <Panel title={t`Accounts in this browser`}>
            <BrowserAccounts key={user.id} user={user} />
          </Panel>
        </>
      )}
    </AccountPage>
  )
}
