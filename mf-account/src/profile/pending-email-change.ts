import { authClient, request, type Result, type CallError, type User } from 'kit'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface PendingEmailChange {
  newEmail: string
  /** The current email, or the new one, depending on whose link is next. */
  linkSentTo: string
}

/** Undefined until loaded. Reloads on session refreshes, which each change causes in all tabs. */
export function usePendingEmailChange(
  user: User,
): [response: Result<PendingEmailChange | null> | undefined, reload: () => Promise<void>] {
  const [response, setResult] = useState<Result<PendingEmailChange | null>>()
  const newest = useRef(0)
  const reload = async () => {
    newest.current += 1
    const number = newest.current
    const next = await request(() => authClient.GET('/pending-email-change'))
    if (number === newest.current) setResult(next)
  }
  const reloadNow = useEffectEvent(reload)
  useEffect(() => {
    void reloadNow()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each session refresh has a new user object
  }, [user])
  return [response, reload]
}

export const MAIL_PAUSE_S = 60

export const pauseOf = (linkSentTo: string) => `email change, email to ${linkSentTo}`

export async function requestEmailChange(newEmail: string): Promise<CallError | null> {
  const body = { newEmail, callbackURL: '/email-verified?redirectTo=%2Faccount%2Fprofile' }
  return (await request(() => authClient.POST('/change-email', { body }))).error
}
