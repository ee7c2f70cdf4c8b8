import { useLingui } from '@lingui/react/macro'
import { authClient, LoadFailure, Panel, request, type Session, useRequest, Waiting } from 'kit'
import { AccountPage } from '../account-page.tsx'
import { SessionList } from './session-list.tsx'

const listSessions = () => request(() => authClient.GET('/list-sessions'))

/** Where one is signed in, with the present browser first. */
export function SessionsPage() {
  const { t } = useLingui()
  return (
    <AccountPage
      title={t`Sessions`}
      description={t`Every browser and device that is signed in to your account. Sign out what you do not recognize.`}
    >
      {({ session, user }) => (
        <Panel>
          <Sessions key={user.id} own={session} />
        </Panel>
      )}
    </AccountPage>
  )
}

function Sessions({ own }: { own: Session }) {
  const [sessions, reload] = useRequest('sessions', listSessions)
  if (!sessions) return <Waiting lines={4} />
  if (sessions.error) return <LoadFailure error={sessions.error} onRetry={reload} />
  return <SessionList own={own} sessions={sessions.data} onChanged={reload} />
}
