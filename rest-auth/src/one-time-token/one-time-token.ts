import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { later, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { hasSignedCookie } from '../http/cookies.ts'
import { findSessionByToken } from '../session/session.sql.ts'
import type { Session } from '../session/session.ts'
import { consumeVerification, insertVerification } from '../verification/verification.sql.ts'
import { securityEvent } from '../security-event.ts'

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
  await insertVerification(ctx, { identifier: identifierOf(token), value: JSON.stringify(carried), expiresAt })
  securityEvent(ctx, 'one-time-token.made')
  return token
}

/** The session itself, so it keeps its age and expiry. */
export async function redeemOneTimeToken(ctx: Context, request: FastifyRequest, token: string) {
  const redeemed = await consumeVerification(ctx, identifierOf(token))
  if (!redeemed) throw new ApiError('INVALID_TOKEN')
  if (redeemed.expiresAt < ctx.now()) throw new ApiError('ONE_TIME_TOKEN_EXPIRED')
  const { session, remembered, app } = carriedSchema.parse(JSON.parse(redeemed.value))
  if (app !== undefined && !hasSignedCookie(ctx, request, 'state', app)) throw new ApiError('INVALID_TOKEN')
  const active = await findSessionByToken(ctx, session)
  if (!active) throw new ApiError('SESSION_NOT_FOUND')
  if (active.session.expiresAt < ctx.now()) throw new ApiError('SESSION_EXPIRED')
  securityEvent(ctx, 'one-time-token.used', { userId: active.user.id })
  return { active, remembered }
}
