import { authClient, request, type Session, useLocation, type User, useSession } from 'kit'
import { createListeners } from 'kit/shell'
import { asksForRoles, builtInRights, type Demand, maySee, noRights, type Rights } from 'contract/permissions.ts'
import { roleNames } from 'contract/roles.ts'
import { useEffect, useSyncExternalStore } from 'react'

const TIMEOUT_MS = 2000

const { subscribe, notify } = createListeners()

interface Known {
  user: string
  organization: string | null
  rights: Rights | null
}

let known: Known | null = null

function setKnown(next: Known): void {
  known = next
  notify()
}

/** A rest-auth of release 2.1 sends no permissions. */
export const rightsOf = ({ role, permissions }: { role: string; permissions?: string[] | undefined }): Rights => {
  const roles = roleNames(role)
  return permissions ? { roles, permissions } : builtInRights(roles)
}

/** Null until they are first known; empty after a change of organization until they are loaded. */
export function useRights(): Rights | null {
  const session = useSession()
  const last = useSyncExternalStore(subscribe, () => known)
  if (session.status !== 'signed-in') return noRights
  if (last?.user !== session.user.id) return null
  return matchesSession(last, session) ? (last.rights ?? noRights) : noRights
}

/** In the product, not in an organization. */
export function useUserRole(): string | undefined {
  const session = useSession()
  return session.status === 'signed-in' ? session.user.role : undefined
}

/** By the rights in the organization. Null until known. True if the request failed: the server decides, so nobody is locked out. */
export function useMay(demand: Demand): boolean | null {
  const session = useSession()
  const last = useSyncExternalStore(subscribe, () => known)
  if (!asksForRoles(demand)) return true
  if (session.status !== 'signed-in' || !last || !matchesSession(last, session)) return null
  return last.rights === null || maySee(demand, last.rights, demand.userRole)
}

const matchesSession = (
  { user: of, organization }: Known,
  { user, session }: { user: User; session: Session },
): boolean => of === user.id && organization === (session.activeOrganizationId ?? null)

/** Loads the rights, again on each page and whenever the session is refreshed. */
export function useLoadRights(isNeeded: boolean): void {
  const state = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isNeeded || state.status !== 'signed-in') return undefined
    const [user, organization] = [state.user.id, state.session.activeOrganizationId ?? null]
    if (organization === null) {
      setKnown({ user, organization, rights: noRights })
      return undefined
    }
    let isCurrent = true
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    if (state.hasOnlyOne) {
      const params = { query: { organizationId: organization, permissions: 'true' as const } }
      void request(() => authClient.GET('/organization/get-active-member-role', { params, signal })).then(
        ({ data }) => {
          if (isCurrent) setKnown({ user, organization, rights: data && rightsOf(data) })
        },
      )
      return () => {
        isCurrent = false
      }
    }
    const params = { query: { permissions: 'true' as const } }
    void request(() => authClient.GET('/organization/get-active-member', { params, signal })).then(
      ({ data, error }) => {
        if (!isCurrent) return
        // Another tab changed the organization; this one will refresh its session and load again.
        const isOther = data && (data.userId !== user || data.organizationId !== organization)
        if (isOther) setKnown(known ?? { user, organization: null, rights: null })
        else if (!error) setKnown({ user, organization, rights: data ? rightsOf(data) : noRights })
        else if (!known || !matchesSession(known, state)) setKnown({ user, organization, rights: null })
      },
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- loads again on each page
  }, [isNeeded, state, pathname])
}
