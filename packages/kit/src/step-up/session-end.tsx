import { type ComponentType, useEffect, useState } from 'react'
import { leaveEndedSession } from '../session/session.ts'
import { Waiting } from '../ui/waiting.tsx'

export function SessionEnd({ signInPath }: { signInPath: string }) {
  const [EndedSessionDialog, setDialog] = useState<ComponentType<{ signInPath: string }>>()
  useEffect(() => {
    import(/* webpackChunkName: "dialogs" */ './ended-session-dialog.tsx').then(
      (module) => setDialog(() => module.EndedSessionDialog),
      (cause: unknown) => {
        leaveEndedSession()
        reportError(cause)
      },
    )
  }, [])
  if (EndedSessionDialog) return <EndedSessionDialog signInPath={signInPath} />
  return (
    <div className="kit-page">
      <Waiting />
    </div>
  )
}
