import { authClient, request, type Session, useLocation, type User, useSession } from 'kit'
import { createListeners } from 'kit/shell'
import { type Demand, maySee, parseStoredRoles, type Role } from 'contract/permissions.ts'
import { useEffect, useSyncExternalStore } from 'react'

/** What is shown does not wait longer for the roles of who looks. */
const TIMEOUT_MS = 2000

export const noRoles: readonly Role[] = []
const { subscribe, notify } = createListeners()

interface Known {
  user: string
  organization: string | null
  /** Null: the server did not say. */
  roles: readonly Role[] | null
}

/** The roles of a user in an organization, as the server last told them; null: not yet. */
let known: Known | null = null

function learn(next: Known): void {
  known = next
  notify()
}

/**
 * The viewer's roles in the active organization, if anybody has asked for them; null until it was told for the first time of this user.
 * After a change of organization there are none until it is known which.
 */
export function useRoles(): readonly Role[] | null {
  const session = useSession()
  const last = useSyncExternalStore(subscribe, () => known)
  if (session.status !== 'signed-in') return noRoles
  if (last?.user !== session.user.id) return null
  return isOfNow(last, session) ? (last.roles ?? noRoles) : noRoles
}

/**
 * Whether the viewer meets a demand in the active organization; null until it is known, also after a change of it. Where the server does
 * not say they do: it decides anyway, and nobody is kept from what is theirs because it is slow.
 */
export function useMay(demand: Demand): boolean | null {
  const session = useSession()
  const last = useSyncExternalStore(subscribe, () => known)
  if (session.status !== 'signed-in' || !last || !isOfNow(last, session)) return null
  return last.roles === null || maySee(demand, last.roles)
}

const isOfNow = ({ user: of, organization }: Known, { user, session }: { user: User; session: Session }): boolean =>
  of === user.id && organization === (session.activeOrganizationId ?? null)

/** Asks for the roles, again with each page and whenever the session was looked at: in this tab or another one, or on coming back. */
export function useAskForRoles(isAsked: boolean): void {
  const state = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isAsked || state.status !== 'signed-in') return undefined
    const [user, organization] = [state.user.id, state.session.activeOrganizationId ?? null]
    if (organization === null) {
      learn({ user, organization, roles: noRoles })
      return undefined
    }
    let isCurrent = true
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    void request(() => authClient.GET('/organization/get-active-member', { signal })).then(({ data, error }) => {
      if (!isCurrent) return
      // Another tab may have changed the organization: this one hears of it, and asks again.
      const isOther = data && (data.userId !== user || data.organizationId !== organization)
      if (isOther) learn(known ?? { user, organization: null, roles: null })
      else if (!error) learn({ user, organization, roles: parseStoredRoles(data?.role ?? null) })
      else if (!known || !isOfNow(known, state)) learn({ user, organization, roles: null })
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the next page is a reason of its own to ask again
  }, [isAsked, state, pathname])
}
