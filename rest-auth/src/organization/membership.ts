import type { FastifyRequest } from 'fastify'
import { transaction, type Context } from '../context.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import { requireSession } from '../session/session-guard.ts'
import type { ActiveSession } from '../session/session.ts'
import type { MemberWithUser } from './entities.ts'
import { findMemberOfUser, lockOrganization } from './member/member.sql.ts'
import { findListOf } from './organization-list.sql.ts'
import { hasPermission, type Permission } from 'contract/permissions.ts'
import { parseRoles, parseStoredRoles, type Role } from 'contract/roles.ts'

interface Named {
  readonly organizationId?: string | undefined
}

/** The signed-in user and an organization. Nothing says yet that the user is a member. */
export interface Scope {
  readonly active: ActiveSession
  readonly organizationId: string
}

export async function requireScope(ctx: Context, request: FastifyRequest, named: Named, otherwise: ErrorKey) {
  const active = await requireSession(ctx, request)
  return { active, organizationId: organizationOf(active, named, otherwise) } satisfies Scope
}

/** By default the active one. */
export function organizationOf({ session }: ActiveSession, { organizationId }: Named, otherwise: ErrorKey): string {
  const id = organizationId ?? session.activeOrganizationId
  if (id === null) throw new ApiError(otherwise)
  return id
}

export interface Membership {
  readonly member: MemberWithUser
  readonly roles: readonly Role[]
}

/** The same error for unknown organizations and missing memberships. */
export async function requireMembership(ctx: Context, scope: Scope, otherwise: ErrorKey): Promise<Membership> {
  const member = await findMemberOfUser(ctx, scope.organizationId, scope.active.user.id)
  if (!member) throw new ApiError(otherwise)
  return { member, roles: parseStoredRoles(member.role) }
}

/** Changes members, teams or invitations under the lock that keeps counts correct. */
export function changeAsMember<T>(
  ctx: Context,
  scope: Scope,
  otherwise: ErrorKey,
  change: (tx: Context, caller: Membership) => Promise<T>,
): Promise<T> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, scope.organizationId)
    return change(tx, await requireMembership(tx, scope, otherwise))
  })
}

/** Throws `otherwise` unless one of the caller's roles grants it. */
export function requirePermission({ roles }: Membership, permission: Permission, otherwise: ErrorKey): void {
  if (!hasPermission(roles, permission)) throw new ApiError(otherwise)
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
