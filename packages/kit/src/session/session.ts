import { useSyncExternalStore } from 'react'
import { authClient, onUnauthorized, request, type CallError } from '../auth-client.ts'
import { createListeners } from '../listeners.ts'
import type { Session, User } from './session-types.ts'
import { onTabMessage, postToTabs } from './tabs.ts'

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | {
      status: 'signed-in'
      session: Session
      user: User
      /** `activeOrganizationId` is the user's only one: the server has no active one yet. */
      hasOnlyOne?: true
    }
  | { status: 'failed'; error: CallError }

const MIN_FETCH_INTERVAL_MS = 3000

// Sent to the other tabs on sign-out.
const SIGNED_OUT = 'left'

const { subscribe, notify } = createListeners()
export const subscribeSession = subscribe
let state: SessionState = { status: 'loading' }
// The session of `state` has ended, but the user did not sign out here.
let hasEnded = false
// A tab of this browser changed the session, so its end is expected.
let expectsEnd = false
// The user is signing out here.
let isLeaving = false
// How often the user signed in again after the session had ended.
let returns = 0
let latestFetch: Promise<SessionState>
let fetchedAt = 0

/**
 * The session as last reported by the server. If it ends elsewhere, it stays `signed-in` until the
 * user signs in again or leaves: typed text must not be lost. The shell hides the page meanwhile.
 */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, getSession)
}

/** `useSession` outside of React, for route loaders. */
export function getSession(): SessionState {
  return state
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribeSession, () => hasEnded)
}

/** Changes when the user signs in again after the session ended: reload data that may be old. */
export function useReturns(): number {
  return useSyncExternalStore(subscribeSession, getReturns)
}

export function getReturns(): number {
  return returns
}

export function leaveEndedSession(): void {
  if (hasEnded) publish({ status: 'signed-out' })
}

/** Fetches the session. If that fails, a known one stays: an outage signs nobody out. */
export function loadSession(): Promise<SessionState> {
  return fetchSession({ isKnown: isKnown() })
}

/** Call it after changing the session (sign-in, active organization). Updates all tabs. */
export async function refreshSession(): Promise<SessionState> {
  const wasSignedIn = isLeaving || (state.status === 'signed-in' && !hasEnded)
  expectsEnd = true
  const next = await fetchSession({ isKnown: hasEnded })
  postToTabs('session', wasSignedIn && next.status === 'signed-out' ? SIGNED_OUT : '')
  return next
}

interface FetchOptions {
  isKnown: boolean
  // Bypasses the cookie cache, which outlives a revoked session.
  isExact?: boolean
}

function fetchSession({ isKnown, isExact = false }: FetchOptions): Promise<SessionState> {
  fetchedAt = Date.now()
  const query = isExact ? { disableCookieCache: 'true' } : {}
  const response = request(() => authClient.GET('/get-session', { params: { query } }), { retry: 2 })
  const thisFetch: Promise<SessionState> = response.then(async ({ data, error }) => {
    const only = data && !data.session.activeOrganizationId ? await findOnlyOrganization() : null
    // An older response may arrive last.
    if (thisFetch !== latestFetch) return latestFetch
    if (error) return isKnown ? state : publish({ status: 'failed', error })
    if (data && only) {
      const session = { ...data.session, activeOrganizationId: only }
      return publish({ status: 'signed-in', session, user: data.user, hasOnlyOne: true })
    }
    if (data) return publish({ status: 'signed-in', session: data.session, user: data.user })
    const isExpected = expectsEnd || isLeaving
    return state.status === 'signed-in' && !isExpected ? publish(state, true) : publish({ status: 'signed-out' })
  })
  latestFetch = thisFetch
  return thisFetch
}

/** After a sign-in none is active, but nobody has to choose from one. Null if there are several. */
async function findOnlyOrganization(): Promise<string | null> {
  const params = { query: { limit: 2 } }
  const { data } = await request(() => authClient.GET('/organization/list', { params }), { retry: 1 })
  return data?.length === 1 ? (data[0]?.id ?? null) : null
}

const isKnown = () => state.status === 'signed-in' || state.status === 'signed-out'

/** Returns the error, or null. */
export async function signOut(): Promise<CallError | null> {
  // Another call may learn of the end before the response arrives.
  isLeaving = true
  const { error } = await request(() => authClient.POST('/sign-out'), { retry: 1 })
  if (!error) await refreshSession()
  isLeaving = false
  return error
}

// Other tabs only trigger a request: the server has the state.
onTabMessage('session', (news) => {
  expectsEnd ||= news === SIGNED_OUT
  void loadSession()
})

onUnauthorized(async () => {
  if (state.status !== 'signed-in') return false
  const { id } = state.user
  await fetchSession({ isKnown: true, isExact: true })
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
function fetchSoon(): void {
  if (document.visibilityState !== 'visible' || state.status === 'loading') return
  clearTimeout(timer)
  const delay = Math.max(0, fetchedAt + MIN_FETCH_INTERVAL_MS - Date.now())
  timer = setTimeout(() => void fetchSession({ isKnown: isKnown(), isExact: true }), delay)
}
document.addEventListener('visibilitychange', fetchSoon)
addEventListener('focus', fetchSoon)
addEventListener('online', fetchSoon)

function publish(next: SessionState, isOver = false): SessionState {
  if (hasEnded && !isOver) returns += 1
  state = next
  hasEnded = isOver
  expectsEnd = false
  notify()
  return next
}
