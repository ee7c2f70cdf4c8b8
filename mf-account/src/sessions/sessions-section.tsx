import { type AccountPlaceProps, authClient, LoadFailure, Panel, request, type Session, useRequest, Waiting } from 'kit'
import { SessionList } from './session-list.tsx'

const listSessions = () => request(() => authClient.GET('/list-sessions'))

export const SessionsSection = ({ session }: AccountPlaceProps) => (
  <Panel>
    <Sessions own={session} />
  </Panel>
)

function Sessions({ own }: { own: Session }) {
  const [sessions, reload] = useRequest('sessions', listSessions)
  if (!sessions) return <Waiting lines={4} />
  if (sessions.error) return <LoadFailure error={sessions.error} onRetry={reload} />
  return <SessionList own={own} sessions={sessions.data} onChanged={reload} />
}
