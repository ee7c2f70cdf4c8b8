import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { setActiveOrganization as saveActiveOrganization } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { findFullOrganizationJson, type OrganizationKey } from './organization-json.sql.ts'

/** Which organization a read names: a slug wins over an id. Null: none, so the active one is meant. */
export function keyOf(input: {
  organizationId?: string | null | undefined
  organizationSlug?: string | undefined
}): OrganizationKey | null {
  if (input.organizationSlug) return { slug: input.organizationSlug }
  return input.organizationId ? { id: input.organizationId } : null
}

/**
 * Makes an organization the active one of the session, and answers it in full as JSON text. Null: there is none such, or
 * the caller is no member, and now none is active.
 */
export async function setActiveOrganization(
  ctx: Context,
  active: ActiveSession,
  named: OrganizationKey | 'current' | 'none',
): Promise<{ id: string; json: string } | null> {
  const found = named === 'none' ? null : await findFull(ctx, active, named)
  await saveActiveOrganization(ctx, active.session.id, found?.id ?? null)
  return found
}

/** Old clients ask for no pages: they get what the settings allow to be there, but not a hundred thousand of it. */
const listedAtMost = 1000

/** How many members, teams and invitations of an organization are answered where no page is asked for. */
export const listedInFull = ({ ORGANIZATION_MEMBERSHIP_LIMIT }: Config): number =>
  Math.min(ORGANIZATION_MEMBERSHIP_LIMIT, listedAtMost)

/** The same for one's own organizations: users who may create fewer can be invited to more. */
export const listedOwn = ({ ORGANIZATION_LIMIT }: Config): number =>
  Math.min(Math.max(ORGANIZATION_LIMIT, 100), listedAtMost)

async function findFull(ctx: Context, active: ActiveSession, named: OrganizationKey | 'current') {
  const current = active.session.activeOrganizationId
  const key = named === 'current' ? current !== null && { id: current } : named
  return key ? findFullOrganizationJson(ctx, key, active.user.id, listedInFull(ctx.config)) : null
}

/** The session as it is after a change of its active organization, for the cookie cache. */
export function withActiveOrganization(active: ActiveSession, id: string | null): ActiveSession {
  return { ...active, session: { ...active.session, activeOrganizationId: id } }
}
