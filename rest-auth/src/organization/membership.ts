import type { FastifyRequest } from 'fastify'
import { transaction, type Context } from '../context.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import { requireSession } from '../session/session-guard.ts'
import type { ReadSession } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { findCaller, findOwnMember, lockOrganization, type OwnMember } from './member/member.sql.ts'
import { findListOf } from './organization-list.sql.ts'
import { hasKey } from './organization-json.sql.ts'
import { refuseClosed, viewerOf } from './reach.sql.ts'
import type { Caller, Policy } from './policies.ts'
import { roleNames } from 'contract/roles.ts'

interface Named {
  readonly organizationId?: string | undefined
}

/** The signed-in user and an organization. Nothing says yet that the user is a member. */
export interface Scope {
  readonly active: ReadSession
  readonly organizationId: string
}

export async function requireScope(ctx: Context, request: FastifyRequest, named: Named, otherwise?: ErrorKey) {
  const active = await requireSession(ctx, request)
  return { active, organizationId: organizationOf(active, named, otherwise) } satisfies Scope
}

/** By default the active one. */
export function organizationOf({ session }: ActiveSession, named: Named = {}, otherwise?: ErrorKey): string {
  const id = named.organizationId ?? session.activeOrganizationId
  if (id === null) throw new ApiError(otherwise ?? 'NO_ACTIVE_ORGANIZATION')
  return id
}

/** `authorize` throws unless the policy allows the caller to change `subject`. */
export async function requireMembership<Subject>(ctx: Context, scope: Scope, policy: Policy<Subject>) {
  const found = await findCaller(ctx, scope.organizationId, viewerOf(ctx, scope.active))
  if (!found) throw new ApiError(policy[0][1])
  const { permissions, ...member } = requireReached(found)
  const caller: Caller = { member, roles: roleNames(member.role), permissions }
  const authorize = (subject: Subject): void => {
    const failed = policy.find(([allows]) => !allows(caller, subject))
    if (failed) throw new ApiError(failed[1])
  }
  return { caller, authorize }
}

export function requireReached<Found extends OwnMember>({ isReached, ...member }: Found): Omit<Found, 'isReached'> {
  if (!isReached) throw new ApiError('SECOND_FACTOR_REQUIRED')
  return member
}

/** The user's own membership, without permissions. */
export async function requireOwnMember(ctx: Context, { active, organizationId }: Scope, otherwise: ErrorKey) {
  const found = await findOwnMember(ctx, organizationId, viewerOf(ctx, active))
  if (!found) throw new ApiError(otherwise)
  return requireReached(found)
}

/** Changes members, teams or invitations under the lock that keeps counts correct. */
export function changeAsMember<T, Subject>(
  ctx: Context,
  scope: Scope,
  policy: Policy<Subject>,
  change: (tx: Context, authorize: (subject: Subject) => void, caller: Caller) => Promise<T>,
): Promise<T> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, scope.organizationId)
    const { authorize, caller } = await requireMembership(tx, scope, policy)
    return change(tx, authorize, caller)
  })
}

/** Only members may read the lists of an organization. */
export async function requireListOf(...call: Parameters<typeof findListOf>): Promise<string> {
  const page = await findListOf(...call)
  if (page !== null) return page
  const [ctx, key, active] = call
  await refuseClosed(ctx, active, hasKey(key))
  throw new ApiError('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
}
