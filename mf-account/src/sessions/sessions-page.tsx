import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, authClient, Button, Panel, request, type Session, Stack, useErrorText, useRequest, type User, Waiting } from 'kit' // prettier-ignore
import { AccountPage } from '../account-page.tsx'
import { BrowserAccounts } from './browser-accounts.tsx'
import { SessionList } from './session-list.tsx'

const listSessions = () => request(() => authClient.GET('/list-sessions'))
const listBrowserAccounts = () => request(() => authClient.GET('/multi-session/list-device-sessions'))

/** Where one is signed in, with the present browser first, and who else is in this browser. */
export function SessionsPage() {
  const { t } = useLingui()
  return (
    <AccountPage
      title={t`Sessions`}
      description={t`Every browser and device that is signed in to your account. End what you do not know.`}
    >
      {({ session, user }) => <Sessions key={user.id} session={session} user={user} />}
    </AccountPage>
  )
}

/** Both parts appear together, so that neither moves when the other one comes. */
function Sessions({ session, user }: { session: Session; user: User }) {
  const { t } = useLingui()
  const [sessions, reload] = useRequest('sessions', listSessions)
  const [accounts, reloadAccounts] = useRequest('accounts', listBrowserAccounts)
  if (!sessions || !accounts) {
    return (
      <Panel>
        <Waiting lines={4} />
      </Panel>
    )
  }
  return (
    <>
      <Panel>
        {sessions.error ? (
          <LoadFailure code={sessions.error.code} onRetry={reload} />
        ) : (
          <SessionList sessions={sessions.data} ownId={session.id} onChanged={reload} />
        )}
      </Panel>
      <Panel title={t`Accounts in this browser`}>
        {accounts.error ? (
          <LoadFailure code={accounts.error.code} onRetry={reloadAccounts} />
        ) : (
          <BrowserAccounts user={user} active={accounts.data} onChanged={reloadAccounts} />
        )}
      </Panel>
    </>
  )
}

function LoadFailure({ code, onRetry }: { code: string; onRetry: () => void }) {
  const errorText = useErrorText()
  return (
    <Stack align="start">
      <Alert color="red" w="100%">
        {errorText({ code })}
      </Alert>
      <Button variant="default" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Stack>
  )
}
