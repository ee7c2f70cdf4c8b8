import type { Context } from '../context.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import type { ActiveSession } from '../session/session.ts'
import type { MemberWithUser } from './entities.ts'
import { findMemberOfUser } from './member.sql.ts'
import { findListOf } from './organization-list.sql.ts'
import { parseRoles, parseStoredRoles, type Role } from './roles.ts'

export function organizationOf(
  active: ActiveSession,
  { organizationId }: { organizationId?: string | undefined },
  otherwise: ErrorKey,
): string {
  const id = organizationId ?? active.session.activeOrganizationId
  if (id === null) throw new ApiError(otherwise)
  return id
}

export interface Membership {
  readonly member: MemberWithUser
  readonly roles: readonly Role[]
}

/** The same error for unknown organizations and missing memberships. */
export async function requireMembership(
  ctx: Context,
  organizationId: string,
  { user }: ActiveSession,
  otherwise: ErrorKey,
): Promise<Membership> {
  const member = await findMemberOfUser(ctx, organizationId, user.id)
  if (!member) throw new ApiError(otherwise)
  return { member, roles: parseStoredRoles(member.role) }
}

/** Only members may read the lists of an organization. */
export async function requireListOf(...call: Parameters<typeof findListOf>): Promise<string> {
  const page = await findListOf(...call)
  if (page === null) throw new ApiError('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
  return page
}

export function requireRoles(input: string | readonly string[]): Role[] {
  const roles = parseRoles(input)
  if (!roles) throw new ApiError('ROLE_NOT_FOUND')
  return roles
}
