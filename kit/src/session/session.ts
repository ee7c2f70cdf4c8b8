import { useSyncExternalStore } from 'react'
import { authClient, onUnauthorized, request, type CallError } from '../auth-client.ts'
import type { Session, User } from './session-types.ts'
import { onTabsTold, tellTabs } from './tabs.ts'

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; session: Session; user: User }
  | { status: 'failed'; error: CallError }

/** How long a tab believes what it heard last. */
const STALE_AFTER_MS = 60_000

const listeners = new Set<() => void>()
let loadedAt = 0
let state: SessionState = { status: 'loading' }
let newestLook: Promise<SessionState>

/** The state of the session as last heard from the server; the component follows each change. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, getSession)
}

/** As `useSession`, outside of React: for route loaders and the shell's session gate. */
export function getSession(): SessionState {
  return state
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the server who is signed in. A failure keeps what was known before, so that a short outage signs nobody out. */
export function loadSession(): Promise<SessionState> {
  return look({ isKnown: state.status === 'signed-in' || state.status === 'signed-out' })
}

/** Call it after whatever changed the session (sign-in, sign-out, another active organisation): all tabs follow. */
export async function sessionChanged(): Promise<SessionState> {
  const next = await look({ isKnown: false })
  tellTabs('session')
  return next
}

function look({ isKnown }: { isKnown: boolean }): Promise<SessionState> {
  const answer = request(() => authClient.GET('/get-session'), { retry: 2 })
  const thisLook: Promise<SessionState> = answer.then(({ data, error }) => {
    // The answer to an older question may come last, and would tell of a session that has changed since.
    if (thisLook !== newestLook) return newestLook
    if (error) return isKnown ? state : publish({ status: 'failed', error })
    return publish(data ? { status: 'signed-in', session: data.session, user: data.user } : { status: 'signed-out' })
  })
  newestLook = thisLook
  return thisLook
}

/** Ends the session in this browser. Answers the error if the server could not do it. */
export async function signOut(): Promise<CallError | null> {
  const { error } = await request(() => authClient.POST('/sign-out'), { retry: 1 })
  if (!error) await sessionChanged()
  return error
}

onTabsTold('session', () => void loadSession())
onUnauthorized(() => void loadSession())
// Who comes back to a tab after a while sees at once whether the session still lasts.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && Date.now() - loadedAt > STALE_AFTER_MS) void loadSession()
})

function publish(next: SessionState): SessionState {
  loadedAt = Date.now()
  state = next
  for (const listener of listeners) listener()
  return next
}
