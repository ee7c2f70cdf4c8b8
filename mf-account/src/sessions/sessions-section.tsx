import { type AccountPlaceProps, authClient, LoadFailure, Panel, request, useRequest, Waiting } from 'kit'
import { SessionList } from './session-list.tsx'

const listSessions = () => request(() => authClient.GET('/list-sessions'))

export function SessionsSection({ session }: AccountPlaceProps) {
  const [sessions, reload] = useRequest('sessions', listSessions)
  return (
    <Panel>
      {!sessions ? (
        <Waiting lines={4} />
      ) : sessions.error ? (
        <LoadFailure error={sessions.error} onRetry={reload} />
      ) : (
        <SessionList own={session} sessions={sessions.data} onChanged={reload} />
      )}
    </Panel>
  )
}
