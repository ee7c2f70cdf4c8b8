import { useLingui } from '@lingui/react/macro'
import { type AccountPlaceProps, LoadFailure, Panel, SectionHead, useRequest, Waiting } from 'kit'
import { listSessions } from './list-sessions.ts'
import { SessionList } from './session-list.tsx'

export function SessionsSection({ session }: AccountPlaceProps) {
  const { t } = useLingui()
  const [sessions, reload] = useRequest('sessions', listSessions)
  return (
    <>
      <SectionHead
        title={t`Sessions`}
        description={t`Browsers and devices signed in to your account. Sign out any you don’t recognize.`}
      />
      {sessions?.data ? (
        <SessionList own={session} sessions={sessions.data} onChanged={reload} />
      ) : (
        <Panel>
          {sessions?.error ? <LoadFailure error={sessions.error} onRetry={reload} /> : <Waiting lines={4} />}
        </Panel>
      )}
    </>
  )
}
