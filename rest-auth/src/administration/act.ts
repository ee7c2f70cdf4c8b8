import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import { requireFresh, requireSession } from '../session/session-guard.ts'
import type { ReadSession } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { lockPeople, type Person } from '../people/people.sql.ts'

/** Not in better-auth: why the administrator acts. */
export const reasonField = z.string().max(500).optional().describe('Not in better-auth: kept in the journal')

export const ofUser = z.object({ userId: z.coerce.string(), reason: reasonField })
export const success = z.object({ success: z.boolean() })

export const readReason = (given: string | undefined): string => given?.trim() || 'none given'

export async function requireAdministrator(
  ctx: Context,
  request: FastifyRequest,
  refusal: ErrorKey,
): Promise<ReadSession> {
  const active = await requireSession(ctx, request)
  if (active.user.role !== 'admin') throw new ApiError(refusal)
  return active
}

/** Errors of `requireActor`, beside the refusal. */
export const errorsOfActs = ['SECOND_FACTOR_REQUIRED', 'SESSION_IS_NOT_FRESH', 'UNAUTHORIZED'] as const

/** For acts, which need a recent sign-in. */
export async function requireActor(ctx: Context, request: FastifyRequest, refusal: ErrorKey): Promise<ActiveSession> {
  const active = await requireAdministrator(ctx, request, refusal)
  await requireFresh(ctx, active)
  if (ctx.config.ADMIN_SECOND_FACTOR_REQUIRED && !active.hasSecondFactor) throw new ApiError('SECOND_FACTOR_REQUIRED')
  return active
}

export interface Act extends FastifyRequest {
  readonly body: { userId: string; reason?: string | undefined }
}

interface Rule {
  readonly refusal: ErrorKey
  /** For acts that administrators and operators are protected from. */
  readonly ofProtected?: ErrorKey
  readonly ofOneself?: ErrorKey
  /** Locks that must come before those of the people. */
  readonly lock?: (tx: Context, userId: string) => Promise<void>
}

/** Locks all administrators and the users, so that the administrator stays one until the act is done. */
export async function lockActor(tx: Context, { user }: ActiveSession, refusal: ErrorKey, ...userIds: string[]) {
  const people = await lockPeople(tx, userIds)
  const current = people.find(({ id }) => id === user.id)
  if (current?.role !== 'admin' || !current.isAdmitted) throw new ApiError(refusal)
  return { people, current }
}

/** An act on no user, or on one that nothing protects from it. */
export async function act<T>(
  ctx: Context,
  request: FastifyRequest,
  refusal: ErrorKey,
  run: (tx: Context) => Promise<T>,
): Promise<T> {
  const active = await requireActor(ctx, request, refusal)
  return transaction(ctx, async (tx) => {
    await lockActor(tx, active, refusal)
    return run(tx)
  })
}

/** An act on the user of the request. Locks both people, so that neither changes before it is done. */
export async function actOn<T>(
  ctx: Context,
  request: Act,
  { refusal, ofProtected, ofOneself, lock }: Rule,
  run: (tx: Context, target: Person, reason: string, active: ActiveSession) => Promise<T>,
): Promise<T> {
  const active = await requireActor(ctx, request, refusal)
  const { userId, reason } = request.body
  return transaction(ctx, async (tx) => {
    await lock?.(tx, userId)
    const { people, current } = await lockActor(tx, active, refusal, userId)
    const target = people.find(({ id }) => id === userId)
    if (!target) throw new ApiError('PERSON_NOT_FOUND')
    if (ofOneself && target === current) throw new ApiError(ofOneself)
    if (ofProtected && (target.role === 'admin' || target.isOperator)) throw new ApiError(ofProtected)
    return run(tx, target, readReason(reason), active)
  })
}
