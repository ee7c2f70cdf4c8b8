import { authClient, request, type Session, useLocation, type User, useSession } from 'kit'
import { createListeners } from 'kit/shell'
import { asksForRoles, type Demand, maySee } from 'contract/permissions.ts'
import { parseStoredRoles, type Role } from 'contract/roles.ts'
import { useEffect, useSyncExternalStore } from 'react'

const TIMEOUT_MS = 2000

export const noRoles: readonly Role[] = []
const { subscribe, notify } = createListeners()

interface Known {
  user: string
  organization: string | null
  roles: readonly Role[] | null
}

let known: Known | null = null

function setKnown(next: Known): void {
  known = next
  notify()
}

/** Null until they are first known; empty after a change of organization until they are loaded. */
export function useRoles(): readonly Role[] | null {
  const session = useSession()
  const last = useSyncExternalStore(subscribe, () => known)
  if (session.status !== 'signed-in') return noRoles
  if (last?.user !== session.user.id) return null
  return matchesSession(last, session) ? (last.roles ?? noRoles) : noRoles
}

/** In the product, not in an organization. */
export function useUserRole(): string | undefined {
  const session = useSession()
  return session.status === 'signed-in' ? session.user.role : undefined
}

/** By the roles in the organization. Null until known. True if the request failed: the server decides, so nobody is locked out. */
export function useMay(demand: Demand): boolean | null {
  const session = useSession()
  const last = useSyncExternalStore(subscribe, () => known)
  if (!asksForRoles(demand)) return true
  if (session.status !== 'signed-in' || !last || !matchesSession(last, session)) return null
  return last.roles === null || maySee(demand, last.roles, demand.userRole)
}

const matchesSession = (
  { user: of, organization }: Known,
  { user, session }: { user: User; session: Session },
): boolean => of === user.id && organization === (session.activeOrganizationId ?? null)

/** Loads the roles, again on each page and whenever the session is refreshed. */
export function useLoadRoles(isNeeded: boolean): void {
  const state = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isNeeded || state.status !== 'signed-in') return undefined
    const [user, organization] = [state.user.id, state.session.activeOrganizationId ?? null]
    if (organization === null) {
      setKnown({ user, organization, roles: noRoles })
      return undefined
    }
    let isCurrent = true
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    if (state.hasOnlyOne) {
      const params = { query: { organizationId: organization } }
      void request(() => authClient.GET('/organization/get-active-member-role', { params, signal })).then(
        ({ data }) => {
          if (isCurrent) setKnown({ user, organization, roles: data && parseStoredRoles(data.role) })
        },
      )
      return () => {
        isCurrent = false
      }
    }
    void request(() => authClient.GET('/organization/get-active-member', { signal })).then(({ data, error }) => {
      if (!isCurrent) return
      // Another tab changed the organization; this one will refresh its session and load again.
      const isOther = data && (data.userId !== user || data.organizationId !== organization)
      if (isOther) setKnown(known ?? { user, organization: null, roles: null })
      else if (!error) setKnown({ user, organization, roles: parseStoredRoles(data?.role ?? null) })
      else if (!known || !matchesSession(known, state)) setKnown({ user, organization, roles: null })
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- loads again on each page
  }, [isNeeded, state, pathname])
}
