import { authClient, request, type CallError, type User, useRequest } from 'kit'
import { useState } from 'react'

export interface PendingEmailChange {
  newEmail: string
  /** The current email, or the new one, depending on whose link is next. */
  linkSentTo: string
}

/** Reloads on session refreshes, which each change causes in all tabs. */
export function usePendingEmailChange(user: User) {
  const [response, reload] = useRequest('pending email change', () =>
    request(() => authClient.GET('/pending-email-change')),
  )
  // Each session refresh has a new user object.
  const [loadedFor, setLoadedFor] = useState(user)
  if (loadedFor !== user) {
    setLoadedFor(user)
    reload()
  }
  return [response, reload] as const
}

export const MAIL_PAUSE_S = 60

export const pauseOf = (linkSentTo: string) => `email change, email to ${linkSentTo}`

export async function requestEmailChange(newEmail: string): Promise<CallError | null> {
  const body = { newEmail, callbackURL: '/email-verified?redirectTo=%2Faccount%2Fprofile%3Fchanged' }
  return (await request(() => authClient.POST('/change-email', { body }))).error
}
