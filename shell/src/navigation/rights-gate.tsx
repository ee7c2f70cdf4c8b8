import { useSession } from 'kit'
import { asksForRoles, type Demand, maySee } from 'contract/permissions.ts'
import type { OwnedRoute } from 'contract/version-lock.ts'
import { OrganizationGate } from './organization-gate.tsx'
import { PermittedPage } from './permitted-page.tsx'
import { matchesSession, useKnown } from './viewer-rights.ts'

export function RightsGate({ route }: { route: OwnedRoute }) {
  return route.scope ? <OrganizationGate route={route} /> : <ActiveOrganizationGate route={route} />
}

function ActiveOrganizationGate({ route }: { route: OwnedRoute }) {
  return <PermittedPage route={route} may={useMay(route)} />
}

/** By the rights in the organization. Null until known. True if the request failed: the server decides, so nobody is locked out. */
function useMay(demand: Demand): boolean | null {
  const session = useSession()
  const last = useKnown()
  if (!asksForRoles(demand)) return true
  if (session.status !== 'signed-in' || !last || !matchesSession(last, session)) return null
  return last.rights === null || maySee(demand, last.rights, demand.userRole)
}
