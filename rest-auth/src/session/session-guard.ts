import type { Fragment } from 'database/sql.ts'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { sessionTokens } from '../http/session-token.ts'
import type { Delegation } from './delegation.ts'
import { readSessionCache } from './session-cache.ts'
import { isFactorShownSince } from './second-factor.sql.ts'
import { isRemembered, setSessionCache, setSessionCookie } from './session-cookies.ts'
import {
  extendSession,
  findSessionById,
  findSessionByToken,
  findSessionsByTokens,
  lockSession,
  type ReadSession,
} from './session.sql.ts'
import type { ActiveSession, Session } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether administrators who act for a user may call this route. */
    openToImpersonation?: true
  }
}

/** For the `config` of a route. All others refuse administrators who act for a user. */
export const openToImpersonation = { openToImpersonation: true } as const

interface SessionLookup {
  /** The cookie cache may be outdated, so sensitive calls must not accept it. */
  cache?: boolean
  refresh?: boolean
  /** Access tokens act for their session, but only to read organizations. */
  accessToken?: boolean
  /** A text column of `"session" s` and `"user" u`, read in the same statement. */
  beside?: Fragment
}

/** Extends the session if due. */
export async function findSession(
  ctx: Context,
  request: FastifyRequest,
  lookup: SessionLookup = {},
): Promise<ReadSession | null> {
  try {
    const found = await lookUp(ctx, request, lookup)
    request.sessionUserId = found?.user.id ?? null
    if (found) noteActor(request, found)
    return found
  } catch (cause) {
    const isKnown = cause instanceof DatabaseUnavailable || cause instanceof ApiError
    throw isKnown ? cause : new ApiError('FAILED_TO_GET_SESSION', { cause })
  }
}

/** Each call that uses a session notes it. An impersonated one opens few calls. */
export function noteActor(request: FastifyRequest, { session: { impersonatedBy }, user }: ActiveSession): void {
  request.actorId = impersonatedBy ?? user.id
  if (impersonatedBy === null) return
  request.actedFor = user.id
  if (!request.routeOptions.config.openToImpersonation) throw new ApiError('NOT_ALLOWED_WHILE_IMPERSONATING')
}

async function lookUp(ctx: Context, request: FastifyRequest, lookup: SessionLookup): Promise<ReadSession | null> {
  if (request.delegation && lookup.accessToken) return findDelegating(ctx, request.delegation, lookup.beside)
  const token = await currentToken(ctx, request)
  if (token === undefined) return null
  const cached = lookup.cache ? readSessionCache(ctx, request, token) : null
  if (cached) return { ...cached, hasSecondFactor: false, beside: null }

  const active = await findSessionByToken(ctx, token, lookup.beside)
  // The clean-up deletes it.
  if (!active || active.session.expiresAt < ctx.now()) return null
  if (lookup.refresh === false || !isRemembered(ctx, request, active.session) || !isDue(ctx, active.session)) {
    if (lookup.cache) setSessionCache(ctx, request, active)
    return active
  }
  const expiresAt = nextExpiry(ctx, active.session)
  if (!(await extendSession(ctx, active.session.id, expiresAt))) return null
  const extended = { ...active, session: { ...active.session, expiresAt } }
  setSessionCookie(ctx, request, extended)
  return extended
}

/** Returns the latest sign-in if there are several cookies: another server may have set the others. */
export async function currentToken(ctx: Context, request: FastifyRequest): Promise<string | undefined> {
  const tokens = sessionTokens(ctx, request)
  if (tokens.length < 2) return tokens[0]
  const latest = (await findSessionsByTokens(ctx, tokens)).at(-1)?.session.token
  if (latest !== undefined) request.sessionTokens = [latest, ...tokens.filter((token) => token !== latest)]
  return latest
}

/** Does not extend the session. */
export async function findDelegating(
  ctx: Context,
  { sessionId }: Delegation,
  beside?: Fragment,
): Promise<ReadSession | null> {
  const active = await findSessionById(ctx, sessionId, beside)
  return active && active.session.expiresAt >= ctx.now() ? active : null
}

export async function requireSession(
  ctx: Context,
  request: FastifyRequest,
  lookup: SessionLookup = {},
): Promise<ReadSession> {
  const active = await findSession(ctx, request, lookup)
  if (!active) throw new ApiError('UNAUTHORIZED')
  return active
}

/**
 * Whether the user signed in within `SESSION_FRESH_AGE` (0 disables the check), and users with a
 * second factor showed it since: to trust a device is not enough.
 */
export async function isFresh(ctx: Context, active: ActiveSession): Promise<boolean> {
  const since = freshSince(ctx)
  return (since === null || active.session.updatedAt > since) && isFactorFresh(ctx, active)
}

const freshSince = ({ config: { SESSION_FRESH_AGE: age }, now }: Context): Date | null =>
  age === 0 ? null : new Date(now().getTime() - age * 1000)

async function isFactorFresh(ctx: Context, { session, user }: ActiveSession): Promise<boolean> {
  const since = freshSince(ctx)
  return since === null || !user.twoFactorEnabled || isFactorShownSince(ctx, session.id, since)
}

/** Instead of `requireProof`, for calls that come with the password. */
export async function requireFactorProof(ctx: Context, active: ActiveSession): Promise<void> {
  if (ctx.config.FRESH_SESSION_REQUIRED && !(await isFactorFresh(ctx, active)))
    throw new ApiError('SESSION_IS_NOT_FRESH')
}

export async function requireFreshSession(ctx: Context, request: FastifyRequest): Promise<ReadSession> {
  const active = await requireSession(ctx, request)
  await requireFresh(ctx, active)
  return active
}

export async function requireFresh(ctx: Context, active: ActiveSession): Promise<void> {
  if (!(await isFresh(ctx, active))) throw new ApiError('SESSION_IS_NOT_FRESH')
}

/** Keeps anyone who borrows a session from locking its owner out. */
export function requireProof(ctx: Context, request: FastifyRequest): Promise<ReadSession> {
  return (ctx.config.FRESH_SESSION_REQUIRED ? requireFreshSession : requireSession)(ctx, request)
}

/** For calls that need no recent sign-in in better-auth. The product's own screens ask for it by a header. */
export function requireStepUp(ctx: Context, request: FastifyRequest): Promise<ActiveSession> {
  const isRequired = ctx.config.FRESH_SESSION_STRICT || request.headers['x-require-fresh-session'] === 'true'
  return (isRequired ? requireFreshSession : requireSession)(ctx, request)
}

/** Also keeps the session from ending before the transaction. */
export async function lockProvenSession(tx: Context, active: ActiveSession): Promise<void> {
  if (!(await lockSession(tx, active.session.id))) throw new ApiError('UNAUTHORIZED')
  if (tx.config.FRESH_SESSION_REQUIRED) await requireFresh(tx, active)
}

function isDue(ctx: Context, session: Session): boolean {
  const { SESSION_EXPIRES_IN, SESSION_UPDATE_AGE, SESSION_REFRESH_DISABLED } = ctx.config
  if (SESSION_REFRESH_DISABLED || session.impersonatedBy !== null) return false
  const isAged = session.expiresAt.getTime() - (SESSION_EXPIRES_IN - SESSION_UPDATE_AGE) * 1000 <= ctx.now().getTime()
  return isAged && nextExpiry(ctx, session) > session.expiresAt
}

/** Up to the absolute lifetime. */
function nextExpiry({ config, now }: Context, { createdAt }: Session): Date {
  const end = createdAt.getTime() + config.sessionAbsoluteLifetime * 1000
  return new Date(Math.min(now().getTime() + config.SESSION_EXPIRES_IN * 1000, end))
}
