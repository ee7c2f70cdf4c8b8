import { type Session, type User, useSession } from 'kit'
import { createListeners } from 'kit/shell'
import { noRights, type KnownRights } from 'contract/permissions.ts'
import { useSyncExternalStore } from 'react'

const { subscribe, notify } = createListeners()

interface Known {
  user: string
  organization: string | null
  /** Null if they could not be loaded. */
  rights: KnownRights | null
}

let known: Known | null = null

export function setKnown(change: (last: Known | null) => Known | null): void {
  known = change(known)
  notify()
}

export const useKnown = (): Known | null => useSyncExternalStore(subscribe, () => known)

/** Null until they are first known; empty after a change of organization until they are loaded. */
export function useRights(): KnownRights | null {
  const session = useSession()
  const last = useKnown()
  if (session.status !== 'signed-in') return noRights
  if (last?.user !== session.user.id) return null
  return matchesSession(last, session) ? (last.rights ?? noRights) : noRights
}

/** In the product, not in an organization. */
export function useUserRole(): string | undefined {
  const session = useSession()
  return session.status === 'signed-in' ? session.user.role : undefined
}

export const matchesSession = (
  { user: of, organization }: Known,
  { user, session }: { user: User; session: Session },
): boolean => of === user.id && organization === (session.activeOrganizationId ?? null)
