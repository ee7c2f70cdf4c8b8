import type { FastifyRequest } from 'fastify'
import { later, type Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { record, setActor } from '../journal/journal.ts'
import { clientOf, newSession } from '../session/create-session.ts'
import { endSessionsByTokens } from '../session/end-sessions.ts'
import {
  clearSessionCookies,
  forgetAdministratorSession,
  keepAdministratorSession,
  readAdministratorSession,
  setSessionCookie,
} from '../session/session-cookies.ts'
import { findSession } from '../session/session-guard.ts'
import { findSessionsByTokens } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { actOn, type Act } from './act.ts'
import { insertImpersonation } from './user-sessions.sql.ts'

/** In seconds. */
const maxLifetime = 3600

/** A session of the user for the administrator, whose own one the browser keeps. */
export async function impersonate(ctx: Context, request: Act): Promise<ActiveSession> {
  const rule = {
    refusal: 'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
    ofProtected: 'YOU_CANNOT_IMPERSONATE_ADMINS',
  } as const
  const { own, ...started } = await actOn(ctx, request, rule, async (tx, user, reason, active) => {
    if (!user.isAdmitted) throw new ApiError('BANNED_USER')
    const client = clientOf(tx, request)
    const session = newSession(client.time, client, {
      userId: user.id,
      expiresAt: new Date(Math.min(later(tx, maxLifetime).getTime(), active.session.expiresAt.getTime())),
      activeOrganizationId: null,
      impersonatedBy: active.user.id,
    })
    await insertImpersonation(tx, session, active.session.id)
    setActor(active.user.id, user.id)
    record(tx, 'impersonation.started', { userId: user.id, reason, until: session.expiresAt.toISOString() })
    return { session, user, own: active.session }
  })
  keepAdministratorSession(ctx, request, own)
  setSessionCookie(ctx, request, started, false)
  return started
}

/** Returns to the administrator's own session, also if the other one has ended by itself. */
export async function stopImpersonating(ctx: Context, request: FastifyRequest): Promise<ActiveSession> {
  const active = await findSession(ctx, request, { refresh: false })
  if (active?.session.impersonatedBy === null) throw new ApiError('YOU_ARE_NOT_IMPERSONATING_ANYONE')
  if (active) await endSessionsByTokens(ctx, [active.session.token], 'stopped')
  const kept = readAdministratorSession(ctx, request)
  const [own] = kept ? await findSessionsByTokens(ctx, [kept.token]) : []
  forgetAdministratorSession(ctx, request)
  if (!kept || !own || (active && own.user.id !== active.session.impersonatedBy)) {
    clearSessionCookies(ctx, request)
    throw new ApiError('UNAUTHORIZED')
  }
  setSessionCookie(ctx, request, own, kept.remember)
  return own
}
