import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { cookieValues } from '../http/cookies.ts'
import { hmac, isSignature, type Secrets } from '../crypto/signed-value.ts'
import { sessionSchema, type ActiveSession } from './session.ts'
import { userSchema } from '../user/user.ts'

/** Browsers reject cookies over 4096 bytes including the name. */
const maxCookieLength = 4093

const date = z.iso.datetime().transform((text) => new Date(text))
const cached = z.object({
  session: z.record(z.string(), z.unknown()),
  expiresAt: z.number(),
  signature: z.string(),
})

/** The defaults are for cookies of earlier releases. */
const cachedSession = z.object({
  session: sessionSchema.extend({
    activeTeamId: z.string().nullable().default(null),
    impersonatedBy: z.string().nullable().default(null),
    expiresAt: date,
    createdAt: date,
    updatedAt: date,
  }),
  user: userSchema.extend({
    role: userSchema.shape.role.default('user'),
    banned: z.boolean().default(false),
    banReason: z.string().nullable().default(null),
    banExpires: date.nullable().default(null),
    twoFactorEnabled: z.boolean().default(false),
    createdAt: date,
    updatedAt: date,
  }),
})

/** Returns null if it would be too long for a cookie. */
export function packSessionCache(ctx: Context, active: ActiveSession): string | null {
  const updatedAt = ctx.now().getTime() // better-auth's clients of 1.7 require it
  const session = { session: sessionSchema.parse(active.session), user: userSchema.parse(active.user), updatedAt }
  const expiresAt = updatedAt + ctx.config.SESSION_COOKIE_CACHE_MAX_AGE * 1000
  const signature = hmac(ctx.config.secrets[0], JSON.stringify({ ...session, expiresAt }), 'base64url')
  const packed = Buffer.from(JSON.stringify({ session, expiresAt, signature })).toString('base64url')
  if (packed.length <= maxCookieLength) return packed
  ctx.log.warn({ userId: active.user.id }, 'session too large for the cookie cache')
  return null
}

interface Opened {
  readonly packed: string
  readonly active: ActiveSession
  readonly json: string
  readonly expiresAt: number
}

/** 4 MB for typical sessions, at most 30 MB. */
const maxCached = 2000

/** Verified cookies by token, which saves a fifth of a request. Expiry is still checked. */
const known = new WeakMap<Secrets, Map<string, Opened>>()

/** Do not modify the result. */
export function readSessionCache(
  ctx: Context,
  request: FastifyRequest,
  token: string,
): (ActiveSession & Pick<Opened, 'json'>) | null {
  if (ctx.config.SESSION_COOKIE_CACHE_MAX_AGE === 0) return null
  const now = ctx.now().getTime()
  for (const packed of cookieValues(ctx, request, 'session_data')) {
    const opened = open(ctx.config.secrets, packed, token)
    if (!opened) continue
    const { active, json, expiresAt } = opened
    const holds = expiresAt >= now && active.session.expiresAt.getTime() >= now && active.session.token === token
    if (holds) return { ...active, json }
  }
  return null
}

function open(secrets: Secrets, packed: string, token: string): Opened | null {
  const opened = known.get(secrets) ?? new Map<string, Opened>()
  known.set(secrets, opened)
  const before = opened.get(token)
  if (before?.packed === packed) return before
  const now = verify(secrets, packed)
  if (!now) return null // not cached, so that forged cookies cannot evict valid ones
  opened.delete(now.active.session.token) // moves the entry to the end
  opened.set(now.active.session.token, now)
  if (opened.size > maxCached) opened.delete(opened.keys().next().value ?? '')
  return now
}

function verify(secrets: Secrets, packed: string): Opened | null {
  try {
    const bytes = Buffer.from(packed, 'base64url')
    const raw: unknown = JSON.parse(bytes.toString())
    const { session, expiresAt, signature } = cached.parse(raw)
    // As received, because each release signs other fields.
    if (!isSignature(secrets, JSON.stringify({ ...session, expiresAt }), signature, 'base64url')) return null
    const active = cachedSession.parse(session)
    // A copy, because a slice would keep the whole cookie header in memory.
    return { packed: bytes.toString('base64url'), active, json: JSON.stringify(active), expiresAt }
  } catch {
    return null
  }
}
