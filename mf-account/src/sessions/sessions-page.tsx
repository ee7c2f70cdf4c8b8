import { useLingui } from '@lingui/react/macro'
import { authClient, LoadFailure, Panel, request, type Session, useRequest, type User, Waiting } from 'kit'
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
          <LoadFailure error={sessions.error} onRetry={reload} />
        ) : (
          <SessionList sessions={sessions.data} ownId={session.id} onChanged={reload} />
        )}
      </Panel>
      <Panel title={t`Accounts in this browser`}>
        {accounts.error ? (
          <LoadFailure error={accounts.error} onRetry={reloadAccounts} />
        ) : (
          <BrowserAccounts user={user} active={accounts.data} onChanged={reloadAccounts} />
        )}
      </Panel>
    </>
  )
}
