import type { Fragment } from 'database/sql.ts'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { cookieName } from '../http/cookies.ts'
import { sessionToken } from '../http/session-token.ts'
import type { Delegation } from './delegation.ts'
import { readSessionCache } from './session-cache.ts'
import { clearSessionCookies, isRemembered, setSessionCache, setSessionCookie } from './session-cookies.ts'
import { extendSession, findSessionById, findSessionByToken, holdSession, type ReadSession } from './session.sql.ts'
import type { ActiveSession, Session } from './session.ts'

interface SessionLookup {
  /** Take the cookie cache's word, which may be as old as its max age. Sensitive calls must not. */
  cache?: boolean
  refresh?: boolean
  /** Take an access token too, which stands for the session that it was made in: for what only reads organizations. */
  accessToken?: boolean
  /** What to read in the same statement: a column of text, of `"session" s` and `"user" u`. */
  beside?: Fragment
}

/** The caller's session or null. Extends it if due, and clears the cookies of one that has ended. */
export async function findSession(
  ctx: Context,
  request: FastifyRequest,
  lookup: SessionLookup = {},
): Promise<ReadSession | null> {
  try {
    const found = await lookUp(ctx, request, lookup)
    request.sessionUserId = found?.user.id ?? null
    if (found) request.actorId = found.user.id
    return found
  } catch (cause) {
    throw cause instanceof DatabaseUnavailable ? cause : new ApiError('FAILED_TO_GET_SESSION', { cause })
  }
}

async function lookUp(ctx: Context, request: FastifyRequest, lookup: SessionLookup): Promise<ReadSession | null> {
  if (request.delegation && lookup.accessToken) return findDelegating(ctx, request.delegation, lookup.beside)
  const token = sessionToken(ctx, request)
  if (token === null) return null
  const cached = lookup.cache ? readSessionCache(ctx, request, cookieName(ctx.config, 'session_data'), token) : null
  if (cached) return { ...cached, beside: null }

  const active = await findSessionByToken(ctx, token, lookup.beside)
  // An expired one is left to the clean-up: reading ends nothing for good.
  if (!active || active.session.expiresAt < ctx.now()) return forget(ctx, request)
  if (lookup.refresh === false || !isRemembered(ctx, request, active.session) || !isDue(ctx, active.session)) {
    if (lookup.cache) setSessionCache(ctx, request, active)
    return active
  }
  const expiresAt = nextExpiry(ctx, active.session)
  if (!(await extendSession(ctx, active.session.id, expiresAt))) return forget(ctx, request)
  const extended = { ...active, session: { ...active.session, expiresAt } }
  setSessionCookie(ctx, request, extended)
  return extended
}

/** The session that somebody else asks in, which they neither extend nor get to know. Null when it has ended. */
export async function findDelegating(
  ctx: Context,
  { sessionId }: Delegation,
  beside?: Fragment,
): Promise<ReadSession | null> {
  const active = await findSessionById(ctx, sessionId, beside)
  return active && active.session.expiresAt >= ctx.now() ? active : null
}

/** The caller's session from the database. Throws 401 UNAUTHORIZED when there is none. */
export async function requireSession(
  ctx: Context,
  request: FastifyRequest,
  lookup: SessionLookup = {},
): Promise<ReadSession> {
  const active = await findSession(ctx, request, lookup)
  if (!active) throw new ApiError('UNAUTHORIZED')
  return active
}

/** True if the user has proved who they are within `SESSION_FRESH_AGE` (0: always true). A mere refresh is no proof. */
export function isFresh(ctx: Context, session: Session): boolean {
  const window = ctx.config.SESSION_FRESH_AGE * 1000
  return window === 0 || ctx.now().getTime() - session.updatedAt.getTime() < window
}

/** As requireSession; throws 403 SESSION_IS_NOT_FRESH when the user has not proved lately who they are. */
export async function requireFreshSession(ctx: Context, request: FastifyRequest): Promise<ActiveSession> {
  const active = await requireSession(ctx, request)
  if (!isFresh(ctx, active.session)) throw new ApiError('SESSION_IS_NOT_FRESH')
  return active
}

/** As requireFreshSession, unless FRESH_SESSION_REQUIRED=false: a borrowed session must not lock its owner out. */
export function requireProof(ctx: Context, request: FastifyRequest): Promise<ActiveSession> {
  return (ctx.config.FRESH_SESSION_REQUIRED ? requireFreshSession : requireSession)(ctx, request)
}

/** As requireProof, for a session that was found before: in the transaction that it allows, until whose end it lives. */
export async function holdProof(tx: Context, session: Session): Promise<void> {
  if (!(await holdSession(tx, session.id))) throw new ApiError('UNAUTHORIZED')
  if (tx.config.FRESH_SESSION_REQUIRED && !isFresh(tx, session)) throw new ApiError('SESSION_IS_NOT_FRESH')
}

function forget(ctx: Context, request: FastifyRequest): null {
  clearSessionCookies(ctx, request)
  return null
}

function isDue(ctx: Context, session: Session): boolean {
  const { SESSION_EXPIRES_IN, SESSION_UPDATE_AGE, SESSION_REFRESH_DISABLED } = ctx.config
  if (SESSION_REFRESH_DISABLED) return false
  const isAged = session.expiresAt.getTime() - (SESSION_EXPIRES_IN - SESSION_UPDATE_AGE) * 1000 <= ctx.now().getTime()
  return isAged && nextExpiry(ctx, session) > session.expiresAt
}

/** A session in use goes on, but not for ever. */
function nextExpiry({ config, now }: Context, { createdAt }: Session): Date {
  const end = createdAt.getTime() + config.sessionAbsoluteLifetime * 1000
  return new Date(Math.min(now().getTime() + config.SESSION_EXPIRES_IN * 1000, end))
}
