import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { later, transaction, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { hasSignedCookie } from '../http/cookies.ts'
import { findSessionByToken } from '../session/session.sql.ts'
import type { Session } from '../session/session.ts'
import { consumeVerification, insertVerification } from '../verification/verification.sql.ts'
import { record, setActor } from '../journal/journal.ts'

const identifierOf = (token: string): string => `one-time-token:${hashToken(token)}`

const carriedSchema = z.object({
  session: z.string(),
  remembered: z.boolean(),
  /** The hash of the `state` cookie of the app that may redeem it. */
  app: z.string().optional(),
})

export async function createOneTimeToken(
  ctx: Context,
  session: Session,
  remembered: boolean,
  app?: string,
): Promise<string> {
  const token = randomId()
  const expiresAt = later(ctx, ctx.config.ONE_TIME_TOKEN_EXPIRES_IN)
  const carried: z.input<typeof carriedSchema> = { session: session.token, remembered, app }
  await transaction(ctx, (tx) => {
    record(tx, 'one-time-token.made', {})
    return insertVerification(tx, { identifier: identifierOf(token), value: JSON.stringify(carried), expiresAt })
  })
  return token
}

/** The session itself, so it keeps its age and expiry. */
export async function redeemOneTimeToken(ctx: Context, request: FastifyRequest, token: string) {
  const outcome = await transaction(ctx, (tx) => redeem(tx, request, token))
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

/** Returns a refusal, because throwing would roll back that the token is used up. */
async function redeem(tx: Context, request: FastifyRequest, token: string) {
  const redeemed = await consumeVerification(tx, identifierOf(token))
  if (!redeemed) return new ApiError('INVALID_TOKEN')
  if (redeemed.expiresAt < tx.now()) return new ApiError('ONE_TIME_TOKEN_EXPIRED')
  const { session, remembered, app } = carriedSchema.parse(JSON.parse(redeemed.value))
  if (app !== undefined && !hasSignedCookie(tx, request, 'state', app)) return new ApiError('INVALID_TOKEN')
  const active = await findSessionByToken(tx, session)
  if (!active) return new ApiError('SESSION_NOT_FOUND')
  if (active.session.expiresAt < tx.now()) return new ApiError('SESSION_EXPIRED')
  setActor(active.user.id)
  record(tx, 'one-time-token.used', {})
  return { active, remembered }
}
