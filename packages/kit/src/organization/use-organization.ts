import { createContext, useContext } from 'react'
import type { Result } from '../auth-client.ts'
import { useSession } from '../session/session.ts'
import { useRequest } from '../use-request.ts'

/** With the viewer's roles and permissions there. */
export interface PageOrganization {
  id: string
  name: string
  slug: string
  logo: string | null
  roles: readonly string[]
  permissions: readonly string[]
}

export type OrganizationKey = { organizationId: string } | { organizationSlug: string }

/** The shell's gate provides that of the page. */
export const OrganizationContext = createContext<PageOrganization | null>(null)

/** Null if the user is in no such organization. Loads its code on demand, because guests never need it. */
export const loadOrganization = async (query: OrganizationKey): Promise<Result<PageOrganization | null>> =>
  (await import(/* webpackChunkName: "rights" */ './load-organization.ts')).loadOrganization(query)

/**
 * The organization of the page, if its route has the scope `organization`; otherwise the active
 * one: undefined until it is known, null if there is none.
 */
export function useOrganization(): PageOrganization | null | undefined {
  const ofPage = useContext(OrganizationContext)
  const state = useSession()
  const id = !ofPage && state.status === 'signed-in' ? state.session.activeOrganizationId : null
  const [response] = useRequest(id ?? null, () => loadOrganization({ organizationId: id ?? '' }))
  if (ofPage || state.status === 'loading') return ofPage ?? undefined
  return id ? response && response.data : null
}
