import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { later, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { clearCookie, readSignedCookie, setSignedCookie } from '../http/cookies.ts'
import { consumeVerification, insertVerification } from '../verification/verification.sql.ts'

const lifetime = 300 // seconds, as better-auth
const cookie = 'passkey'
const identifierOf = (token: string): string => `passkey:${hashToken(token)}`

const pendingSchema = z.object({
  challenge: z.string(),
  /** Who adds a passkey, or null to sign in. */
  userId: z.string().nullable(),
})
type Pending = z.infer<typeof pendingSchema>

/** Only this browser can answer it, once and within five minutes. */
export async function keepChallenge(ctx: Context, request: FastifyRequest, pending: Pending): Promise<void> {
  const token = randomId()
  await insertVerification(ctx, {
    identifier: identifierOf(token),
    value: JSON.stringify(pending),
    expiresAt: later(ctx, lifetime),
  })
  setSignedCookie(ctx, request, cookie, token, lifetime)
}

/** Returns the challenge that this browser got for the same purpose. */
export async function takeChallenge(ctx: Context, request: FastifyRequest, userId: Pending['userId']): Promise<string> {
  const token = readSignedCookie(ctx, request, cookie)
  clearCookie(ctx, request, cookie)
  const kept = token === null ? null : await consumeVerification(ctx, identifierOf(token))
  const pending = kept && kept.expiresAt >= ctx.now() ? pendingSchema.parse(JSON.parse(kept.value)) : null
  if (!pending || pending.userId !== userId) throw new ApiError('CHALLENGE_NOT_FOUND')
  return pending.challenge
}
