import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { hmac, isSignature } from '../crypto/signed-value.ts'
import { sessionSchema, type ActiveSession } from './session.ts'
import { userSchema } from '../user/user.ts'

/** Browsers drop cookies over 4096 bytes, of which the name takes some. */
const longestCookie = 4093

const date = z.iso.datetime().transform((text) => new Date(text))
const cached = z.object({
  session: z.object({
    session: sessionSchema.extend({ expiresAt: date, createdAt: date, updatedAt: date }),
    user: userSchema.extend({ createdAt: date, updatedAt: date }),
  }),
  expiresAt: z.number(),
  signature: z.string(),
})

/** The cookie cache (`session_data`): base64url of session, user and expiry, signed. Null when it would not fit. */
export function packSessionCache(ctx: Context, active: ActiveSession): string | null {
  // In the order of the schemas, in which it is read: the signature is over the text.
  const session = { session: sessionSchema.parse(active.session), user: userSchema.parse(active.user) }
  const expiresAt = ctx.now().getTime() + ctx.config.SESSION_COOKIE_CACHE_MAX_AGE * 1000
  const signature = hmac(ctx.config.secrets[0], JSON.stringify({ ...session, expiresAt }), 'base64url')
  const packed = Buffer.from(JSON.stringify({ session, expiresAt, signature })).toString('base64url')
  if (packed.length <= longestCookie) return packed
  ctx.log.warn({ userId: active.user.id }, 'the session is too large for the cookie cache')
  return null
}

/** The cached session, if we signed it, it has not expired and it is the one of `token`; otherwise null. */
export function readSessionCache(
  ctx: Context,
  request: FastifyRequest,
  name: string,
  token: string,
): ActiveSession | null {
  const packed = request.cookies[name]
  if (ctx.config.SESSION_COOKIE_CACHE_MAX_AGE === 0 || packed === undefined) return null
  try {
    const raw: unknown = JSON.parse(Buffer.from(packed, 'base64url').toString())
    const { session: active, expiresAt, signature } = cached.parse(raw)
    const text = JSON.stringify({ session: active.session, user: active.user, expiresAt })
    const now = ctx.now().getTime()
    const valid = expiresAt >= now && active.session.expiresAt.getTime() >= now && active.session.token === token
    return valid && isSignature(ctx.config.secrets, text, signature, 'base64url') ? active : null
  } catch {
    return null
  }
}
