import { useSyncExternalStore } from 'react'
import { authClient, onUnauthorized, request, type CallError } from '../auth-client.ts'
import { createListeners } from '../listeners.ts'
import type { Session, User } from './session-types.ts'
import { onTabsTold, tellTabs } from './tabs.ts'

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; session: Session; user: User }
  | { status: 'failed'; error: CallError }

/** Who comes back to a tab is looked up at once, but not more often than this. */
const PAUSE_MS = 3000

/** What the other tabs are told when somebody signed out. */
const LEFT = 'left'

const { subscribe, notify } = createListeners()
export const subscribeSession = subscribe
let state: SessionState = { status: 'loading' }
/** The session of `state` is over, and nobody signed out here. */
let hasEnded = false
/** Somebody in this browser did what may end the session: its end is no surprise then. */
let expectsEnd = false
/** How often a user signed in again in the place of a session that was over. */
let returns = 0
let newestLook: Promise<SessionState>
let lookedAt = 0

/**
 * The state of the session as last heard from the server; the component follows each change. A session that ended by itself
 * or from elsewhere stays `signed-in` until somebody signs in again or leaves: what was typed on its page must not be lost,
 * and the shell hides that page meanwhile (`useSessionEnded`).
 */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, getSession)
}

/** As `useSession`, outside of React: for route loaders and the shell's session gate. */
export function getSession(): SessionState {
  return state
}

/** Whether the session that `useSession` tells of is over: whoever shows something of it hides that. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribeSession, () => hasEnded)
}

/** Grows when the user is back on a page whose session was over: what it shows may be old. */
export function useReturns(): number {
  return useSyncExternalStore(subscribeSession, getReturns)
}

export function getReturns(): number {
  return returns
}

/** Gives up a session that is over, with all that its page holds. */
export function leaveEndedSession(): void {
  if (hasEnded) publish({ status: 'signed-out' })
}

/** Asks the server who is signed in. A failure keeps what was known before, so that a short outage signs nobody out. */
export function loadSession(): Promise<SessionState> {
  return look({ isKnown: isKnown() })
}

/** Call it after whatever changed the session (sign-in, sign-out, another active organisation): all tabs follow. */
export async function refreshSession(): Promise<SessionState> {
  const wasSignedIn = state.status === 'signed-in' && !hasEnded
  expectsEnd = true
  const next = await look({ isKnown: hasEnded })
  tellTabs('session', wasSignedIn && next.status === 'signed-out' ? LEFT : '')
  return next
}

interface Look {
  /** What was known before holds if the server does not answer. */
  isKnown: boolean
  /** Takes the database's word instead of the cookie cache's, which outlives a session. */
  isExact?: boolean
}

function look({ isKnown, isExact = false }: Look): Promise<SessionState> {
  lookedAt = Date.now()
  const query = isExact ? { disableCookieCache: 'true' } : {}
  const answer = request(() => authClient.GET('/get-session', { params: { query } }), { retry: 2 })
  const thisLook: Promise<SessionState> = answer.then(({ data, error }) => {
    // The answer to an older question may come last, and would tell of a session that has changed since.
    if (thisLook !== newestLook) return newestLook
    if (error) return isKnown ? state : publish({ status: 'failed', error })
    if (data) return publish({ status: 'signed-in', session: data.session, user: data.user })
    return state.status === 'signed-in' && !expectsEnd ? publish(state, true) : publish({ status: 'signed-out' })
  })
  newestLook = thisLook
  return thisLook
}

const isKnown = () => state.status === 'signed-in' || state.status === 'signed-out'

/** Ends the session in this browser. Answers the error if the server could not do it. */
export async function signOut(): Promise<CallError | null> {
  const { error } = await request(() => authClient.POST('/sign-out'), { retry: 1 })
  if (!error) await refreshSession()
  return error
}

// The others only say that something happened, and whether somebody wanted it; what is so, the server says.
onTabsTold('session', (news) => {
  expectsEnd ||= news === LEFT
  void loadSession()
})

onUnauthorized(async () => {
  if (state.status !== 'signed-in') return false
  const { id } = state.user
  await look({ isKnown: true, isExact: true })
  await new Promise<void>((resolve) => {
    const unsubscribe = subscribeSession(settle)
    function settle() {
      if (hasEnded) return
      unsubscribe()
      resolve()
    }
    settle()
  })
  const next = getSession()
  return next.status === 'signed-in' && next.user.id === id
})

let timer: ReturnType<typeof setTimeout> | undefined
/** Who comes back to a tab sees within `PAUSE_MS` whether the session still lasts. */
function lookSoon(): void {
  if (document.visibilityState !== 'visible' || state.status === 'loading') return
  clearTimeout(timer)
  timer = setTimeout(
    () => void look({ isKnown: isKnown(), isExact: true }),
    Math.max(0, lookedAt + PAUSE_MS - Date.now()),
  )
}
document.addEventListener('visibilitychange', lookSoon)
addEventListener('focus', lookSoon)
addEventListener('online', lookSoon)

function publish(next: SessionState, isOver = false): SessionState {
  if (hasEnded && !isOver) returns += 1
  state = next
  hasEnded = isOver
  expectsEnd = false
  notify()
  return next
}
