import type { FastifyRequest } from 'fastify'
import type { ActiveKey } from '../active-key/active-key.ts'
import { lockKey } from '../active-key/active-key.sql.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { lockProvenSession, requireSession } from '../session/session-guard.ts'
import type { ReadSession } from '../session/session.sql.ts'

/** Who makes a request: the person of a session, or a key. */
export type Actor = ReadSession | ActiveKey

export const isKey = (actor: Actor): actor is ActiveKey => 'scopes' in actor

/** For routes that are `openToKeys`. */
export async function requireActor(
  ctx: Context,
  request: FastifyRequest,
  ...lookup: Parameters<typeof requireSession> extends [Context, FastifyRequest, ...infer More] ? More : never
): Promise<Actor> {
  return request.key ?? requireSession(ctx, request, ...lookup)
}

/** Null for a key of an organization. */
export const userIdOf = (actor: Actor): string | null => (isKey(actor) ? actor.userId : actor.user.id)

/** A person must have signed in recently. A key was made by one, and must still exist. */
export async function lockProven(tx: Context, actor: Actor): Promise<void> {
  if (!isKey(actor)) return lockProvenSession(tx, actor)
  if (!(await lockKey(tx, actor.id))) throw new ApiError('INVALID_API_KEY')
}
