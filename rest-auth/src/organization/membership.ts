import type { Context } from '../context.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import type { ActiveSession } from '../session/session.ts'
import type { MemberWithUser } from './entities.ts'
import { findMemberOfUser } from './member.sql.ts'
import { parseStoredRoles, type Role } from './roles.ts'

/** The organization that a call is about: the given one, otherwise the active one of the session. */
export function organizationOf(active: ActiveSession, given: string | undefined, otherwise: ErrorKey): string {
  const id = given ?? active.session.activeOrganizationId
  if (id === null) throw new ApiError(otherwise)
  return id
}

/** A caller's place in an organization, and what the roles allow. */
export interface Membership {
  readonly member: MemberWithUser
  readonly roles: readonly Role[]
}

/** The membership of a user; whether there is no organization or no membership, the same error. */
export async function requireMembership(
  ctx: Context,
  organizationId: string,
  userId: string,
  otherwise: ErrorKey,
): Promise<Membership> {
  const member = await findMemberOfUser(ctx, organizationId, userId)
  if (!member) throw new ApiError(otherwise)
  return { member, roles: parseStoredRoles(member.role) }
}
