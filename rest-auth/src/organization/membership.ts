import type { FastifyRequest } from 'fastify'
import { transaction, type Context } from '../context.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import { requireSession } from '../session/session-guard.ts'
import type { ReadSession } from '../session/session.sql.ts'
import { isKey, requireActor, type Actor } from './actor.ts'
import { findCaller, findOwnMember, lockOrganization } from './member/member.sql.ts'
import { findListOf } from './organization-list.sql.ts'
import { hasKey } from './organization-json.sql.ts'
import { refuseClosed, viewerOf } from './reach.sql.ts'
import type { Caller, Policy } from './policies.ts'
import { roleNames } from 'contract/roles.ts'

interface Named {
  readonly organizationId?: string | undefined
}

/** Who makes the request, and an organization. Nothing says yet that it is reached. */
export interface Scope<By extends Actor = Actor> {
  readonly actor: By
  readonly organizationId: string
}

/** For routes that are `openToKeys`. */
export async function requireScope(
  ctx: Context,
  request: FastifyRequest,
  named: Named,
  otherwise?: ErrorKey,
): Promise<Scope> {
  const actor = await requireActor(ctx, request)
  return { actor, organizationId: organizationOf(actor, named, otherwise) }
}

/** For routes that only people may call. */
export async function requireOwnScope(
  ctx: Context,
  request: FastifyRequest,
  named: Named,
): Promise<Scope<ReadSession>> {
  const actor = await requireSession(ctx, request)
  return { actor, organizationId: organizationOf(actor, named) }
}

/** By default the active one, or the only one of a key. */
export function organizationOf(actor: Actor, named: Named = {}, otherwise?: ErrorKey): string {
  const id = named.organizationId ?? defaultOf(actor)
  if (id === null) throw new ApiError(otherwise ?? 'NO_ACTIVE_ORGANIZATION')
  return id
}

/** The active organization, or the only one of a key. */
export function defaultOf(actor: Actor): string | null {
  if (!isKey(actor)) return actor.session.activeOrganizationId
  const [only = null, second] = actor.organizationIds
  return second === undefined ? only : null
}

/** Those of `requireMembership`, and of requests without a session or key. */
export const errorsOf = (policy: readonly (readonly [unknown, ErrorKey])[]): ErrorKey[] => [
  'SECOND_FACTOR_REQUIRED',
  'UNAUTHORIZED',
  ...policy.map(([, refusal]) => refusal),
]

/** `authorize` throws unless the policy allows the caller to change `subject`. */
export async function requireMembership<Subject>(ctx: Context, scope: Scope, policy: Policy<Subject>) {
  const found = await findCaller(ctx, scope.organizationId, viewerOf(ctx, scope.actor))
  if (!found) throw new ApiError(policy[0][1])
  const { role, ...reached } = requireReached(found)
  const caller: Caller = { ...reached, roles: roleNames(role) }
  const authorize = (subject: Subject): void => {
    const failed = policy.find(([allows]) => !allows(caller, subject))
    if (failed) throw refusalOf(scope.actor, failed)
  }
  return { caller, authorize }
}

/** Tells a program which scope it lacks. Its owner may lack the permission as well. */
function refusalOf<Subject>(actor: Actor, [{ permission }, otherwise]: Policy<Subject>[number]): ApiError {
  return isKey(actor) && permission !== undefined
    ? new ApiError('MISSING_SCOPE', { details: { missingPermissions: [permission] } })
    : new ApiError(otherwise)
}

export function requireReached<Found extends { readonly isReached: boolean }>({
  isReached,
  ...member
}: Found): Omit<Found, 'isReached'> {
  if (!isReached) throw new ApiError('SECOND_FACTOR_REQUIRED')
  return member
}

/** The user's own membership, without permissions. */
export async function requireOwnMember(ctx: Context, { actor, organizationId }: Scope, otherwise: ErrorKey) {
  const found = await findOwnMember(ctx, organizationId, viewerOf(ctx, actor))
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
  const [ctx, key, actor] = call
  await refuseClosed(ctx, actor, hasKey(key))
  throw new ApiError('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
}
