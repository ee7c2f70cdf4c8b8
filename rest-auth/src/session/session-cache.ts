import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { hmac, isSignature, type Secrets } from '../crypto/signed-value.ts'
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

interface Opened {
  readonly packed: string
  readonly active: ActiveSession
  readonly json: string
  readonly expiresAt: number
}

/** So many are remembered, the latest ones: 4 MB of them as most are, 30 MB if all were as large as can be. */
const mostKnown = 2000

/** The last valid cookie of each session by its token, which saves a fifth of a call. Expiry and owner are checked each time. */
const known = new WeakMap<Secrets, Map<string, Opened>>()

/** The cached session, if we signed it, it has not expired and it is the one of `token`; otherwise null. Not to be changed. */
export function readSessionCache(
  ctx: Context,
  request: FastifyRequest,
  name: string,
  token: string,
): (ActiveSession & Pick<Opened, 'json'>) | null {
  const packed = request.cookies[name]
  if (ctx.config.SESSION_COOKIE_CACHE_MAX_AGE === 0 || packed === undefined) return null
  const opened = open(ctx.config.secrets, packed, token)
  if (!opened) return null
  const { active, json, expiresAt } = opened
  const now = ctx.now().getTime()
  const holds = expiresAt >= now && active.session.expiresAt.getTime() >= now && active.session.token === token
  return holds ? { ...active, json } : null
}

function open(secrets: Secrets, packed: string, token: string): Opened | null {
  const opened = known.get(secrets) ?? new Map<string, Opened>()
  known.set(secrets, opened)
  const before = opened.get(token)
  if (before?.packed === packed) return before
  const now = verify(secrets, packed)
  if (!now) return null // and not remembered: a flood of forged ones drives out nobody's
  opened.delete(now.active.session.token) // the latest stands last
  opened.set(now.active.session.token, now)
  if (opened.size > mostKnown) opened.delete(opened.keys().next().value ?? '')
  return now
}

function verify(secrets: Secrets, packed: string): Opened | null {
  try {
    const bytes = Buffer.from(packed, 'base64url')
    const raw: unknown = JSON.parse(bytes.toString())
    const { session: active, expiresAt, signature } = cached.parse(raw)
    const text = JSON.stringify({ session: active.session, user: active.user, expiresAt })
    if (!isSignature(secrets, text, signature, 'base64url')) return null
    // A text of its own: the one that was given is a part of all of the request's cookies, and would keep them.
    return { packed: bytes.toString('base64url'), active, json: JSON.stringify(active), expiresAt }
  } catch {
    return null
  }
}
