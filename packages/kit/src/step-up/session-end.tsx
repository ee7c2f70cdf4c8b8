import { type ComponentType, useEffect, useState } from 'react'
import { leaveEndedSession } from '../session/session.ts'

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
  return EndedSessionDialog && <EndedSessionDialog signInPath={signInPath} />
}
