import type { Config } from '../config.ts'
import type { ActiveSession } from '../session/session.ts'
import type { OrganizationKey } from './organization-json.sql.ts'

/** A slug wins over an id. Null means the active organization. */
export function keyOf(input: {
  organizationId?: string | null | undefined
  organizationSlug?: string | undefined
}): OrganizationKey | null {
  if (input.organizationSlug) return { slug: input.organizationSlug }
  return input.organizationId ? { id: input.organizationId } : null
}

/** For clients that do not request pages, such as better-auth's. */
const maxUnpaged = 1000

export const maxListed = ({ ORGANIZATION_MEMBERSHIP_LIMIT }: Config): number =>
  Math.min(ORGANIZATION_MEMBERSHIP_LIMIT, maxUnpaged)

/** For the user's own organizations. Invitations can exceed ORGANIZATION_LIMIT. */
export const maxListedOwn = ({ ORGANIZATION_LIMIT }: Config): number =>
  Math.min(Math.max(ORGANIZATION_LIMIT, 100), maxUnpaged)

/** By default its team stays while the organization stays. */
export function withActiveOrganization(
  { user, session }: ActiveSession,
  id: string | null,
  activeTeamId = session.activeOrganizationId === id ? session.activeTeamId : null,
): ActiveSession {
  return { user, session: { ...session, activeOrganizationId: id, activeTeamId } }
}
