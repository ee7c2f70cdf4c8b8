import { authClient, request, type Answer, type CallError, type User } from 'kit'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface PendingEmailChange {
  newEmail: string
  /** Whose link is to be opened next: the present address, or the new one. */
  linkMailedTo: string
}

/**
 * The change of address that waits for a mailed link, and a way to ask anew; undefined until the first answer. What changes it,
 * in whatever tab, lets all tabs look at the session again, and each look asks anew.
 */
export function usePendingEmailChange(
  user: User,
): [answer: Answer<PendingEmailChange | null> | undefined, reload: () => Promise<void>] {
  const [answer, setAnswer] = useState<Answer<PendingEmailChange | null>>()
  const newest = useRef(0)
  const reload = async () => {
    newest.current += 1
    const number = newest.current
    const next = await request(() => authClient.GET('/pending-email-change'))
    if (number === newest.current) setAnswer(next)
  }
  const reloadNow = useEffectEvent(reload)
  useEffect(() => {
    void reloadNow()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each look at the session has a user of its own
  }, [user])
  return [answer, reload]
}

export const MAIL_PAUSE_S = 60

export const pauseOf = (linkMailedTo: string) => `change of address, mail to ${linkMailedTo}`

export async function askForChange(newEmail: string): Promise<CallError | null> {
  const body = { newEmail, callbackURL: '/email-verified?redirectTo=%2Faccount%2Fprofile' }
  return (await request(() => authClient.POST('/change-email', { body }))).error
}
