import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { clearCookie } from '../http/cookies.ts'
import { sessionTokens } from '../http/session-token.ts'
import { listQuery } from '../list/order.ts'
import { sendJson, sendList } from '../list/send-list.ts'
import {
  clearSessionCookies,
  deviceCookieNames,
  deviceSessions,
  forgetAdministratorSession,
  readAdministratorSession,
} from './session-cookies.ts'
import { findSession, openToImpersonation, requireSession, requireStepUp } from './session-guard.ts'
import { findSessionByToken, ownSessionsColumn, sessionOrder } from './session.sql.ts'
import { endSessions, endSessionsByTokens } from './end-sessions.ts'
import { activeSessionSchema, sessionSchema } from './session.ts'

const lookupQuery = z.object({ disableCookieCache: z.string().optional(), disableRefresh: z.string().optional() })

export function sessionRoutes({ get, post }: Calls, ctx: Context): void {
  get('/get-session', 'getSession', 'Get the session and its user, or null', {
    errors: [],
    config: openToImpersonation,
    querystring: lookupQuery,
    returns: activeSessionSchema.nullable(),
    async handler(request, reply) {
      const { disableCookieCache, disableRefresh } = request.query
      const lookup = { cache: disableCookieCache !== 'true', refresh: disableRefresh !== 'true' }
      const found = await findSession(ctx, request, lookup)
      // Only here: the late response of another call would clear the cookies of a new session.
      if (!found && sessionTokens(ctx, request).length > 0) clearSessionCookies(ctx, request)
      return found?.json === undefined ? found : sendJson(reply, found.json)
    },
  })

  post('/sign-out', 'signOut', 'End all sessions of this browser', {
    errors: [],
    journal: ['session.ended'],
    config: openToImpersonation,
    returns: z.object({ success: z.boolean() }),
    async handler(request) {
      await signOut(ctx, request)
      return { success: true }
    },
  })

  get('/list-sessions', 'listSessions', "List the user's unexpired sessions, newest first", {
    errors: ['UNAUTHORIZED'],
    querystring: z.object(listQuery(sessionOrder)),
    returns: z.array(sessionSchema),
    async handler(request, reply) {
      const { limit = 100, cursor } = request.query
      const { beside } = await requireSession(ctx, request, { beside: ownSessionsColumn(ctx, { limit, cursor }) })
      return sendList(reply, beside ?? '')
    },
  })

  post('/update-session', 'updateSession', 'Refuse all changes: sessions have no fields that clients may set', {
    errors: ['NO_FIELDS_TO_UPDATE', 'UNAUTHORIZED'],
    journal: 'It refuses all changes',
    body: z.record(z.string(), z.unknown()),
    returns: z.object({ session: sessionSchema }),
    async handler(request) {
      await requireSession(ctx, request)
      throw new ApiError('NO_FIELDS_TO_UPDATE')
    },
  })

  const ending = { journal: ['session.ended'] as const, returns: status }

  post('/revoke-session', 'revokeSession', "End one of the user's sessions", {
    errors: ['SESSION_IS_NOT_FRESH', 'SESSION_NOT_FOUND', 'UNAUTHORIZED'],
    ...ending,
    body: z.object({ token: z.string() }),
    async handler(request) {
      const { user } = await requireStepUp(ctx, request)
      const found = await findSessionByToken(ctx, request.body.token)
      if (!found) throw new ApiError('SESSION_NOT_FOUND')
      if (found.user.id !== user.id) throw new ApiError('UNAUTHORIZED')
      await endSessionsByTokens(ctx, [found.session.token], 'one revoked')
      return { status: true }
    },
  })

  post('/revoke-sessions', 'revokeSessions', 'End all sessions of the user, including this one', {
    errors: ['SESSION_IS_NOT_FRESH', 'UNAUTHORIZED'],
    ...ending,
    async handler(request) {
      const { user } = await requireStepUp(ctx, request)
      await endSessions(ctx, user.id, 'all revoked')
      return { status: true }
    },
  })

  post('/revoke-other-sessions', 'revokeOtherSessions', 'End all other sessions of the user', {
    errors: ['SESSION_IS_NOT_FRESH', 'UNAUTHORIZED'],
    ...ending,
    async handler(request) {
      const { session, user } = await requireStepUp(ctx, request)
      await endSessions(ctx, user.id, 'others revoked', session.token)
      return { status: true }
    },
  })
}

async function signOut(ctx: Context, request: FastifyRequest): Promise<void> {
  await findSession(ctx, request, { refresh: false })
  const tokens = deviceSessions(ctx, request).map(({ token }) => token)
  const administrator = readAdministratorSession(ctx, request)
  const all = [...sessionTokens(ctx, request), ...tokens, ...(administrator ? [administrator.token] : [])]
  await endSessionsByTokens(ctx, all, 'signed out')
  clearSessionCookies(ctx, request)
  if (administrator) forgetAdministratorSession(ctx, request)
  for (const name of deviceCookieNames(ctx, request)) clearCookie(ctx, request, name)
}
