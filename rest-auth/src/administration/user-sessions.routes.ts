import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import { record } from '../journal/journal.ts'
import { deleteAllSessions } from '../people/people.sql.ts'
import { openToImpersonation } from '../session/session-guard.ts'
import { activeSessionSchema, sessionSchema } from '../session/session.ts'
import { act, actOn, errorsOfActs, ofUser, readReason, reasonField, requireAdministrator, success } from './act.ts'
import { impersonate, stopImpersonating } from './impersonation.ts'
import { deleteSession, findSessionsOfUser } from './user-sessions.sql.ts'

export function userSessionRoutes(calls: Calls, ctx: Context): void {
  endingRoutes(calls, ctx)
  impersonationRoutes(calls, ctx)
}

function endingRoutes({ post }: Calls, ctx: Context): void {
  post('/admin/list-user-sessions', 'listUserSessions', 'List the newest unexpired sessions of a user, at most 100', {
    errors: ['UNAUTHORIZED', 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS'],
    journal: 'It only reads',
    body: z.object({ userId: z.coerce.string() }),
    returns: z.object({ sessions: z.array(sessionSchema) }),
    async handler(request) {
      await requireAdministrator(ctx, request, 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS')
      return { sessions: await findSessionsOfUser(ctx, request.body.userId) }
    },
  })

  const refusal = 'YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS'

  post('/admin/revoke-user-session', 'revokeUserSession', 'End a session of a user', {
    errors: [...errorsOfActs, 'YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS'],
    journal: ['sessions.ended-by-administrator'],
    body: z.object({ sessionToken: z.string(), reason: reasonField }),
    returns: success,
    async handler(request) {
      const { sessionToken, reason } = request.body
      await act(ctx, request, refusal, async (tx) => {
        const ended = await deleteSession(tx, sessionToken)
        if (ended) record(tx, 'sessions.ended-by-administrator', { ...ended, reason: readReason(reason) })
      })
      return { success: true }
    },
  })

  post('/admin/revoke-user-sessions', 'revokeUserSessions', 'End all sessions of a user', {
    errors: [...errorsOfActs, 'PERSON_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS'],
    journal: ['sessions.ended-by-administrator'],
    body: ofUser,
    returns: success,
    async handler(request) {
      await actOn(ctx, request, { refusal }, async (tx, { id: userId }, reason) => {
        await deleteAllSessions(tx, userId)
        record(tx, 'sessions.ended-by-administrator', { userId, reason })
      })
      return { success: true }
    },
  })
}

function impersonationRoutes({ post }: Calls, ctx: Context): void {
  post('/admin/impersonate-user', 'impersonateUser', 'Act for a user, for at most an hour', {
    errors: [
      ...errorsOfActs,
      'BANNED_USER',
      'PERSON_NOT_FOUND',
      'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
      'YOU_CANNOT_IMPERSONATE_ADMINS',
    ],
    journal: ['impersonation.started'],
    body: ofUser,
    returns: activeSessionSchema,
    handler: async (request) => impersonate(ctx, request),
  })

  post('/admin/stop-impersonating', 'stopImpersonating', "Return to the administrator's own session", {
    errors: ['UNAUTHORIZED', 'YOU_ARE_NOT_IMPERSONATING_ANYONE'],
    journal: ['impersonation.ended'],
    config: openToImpersonation,
    returns: activeSessionSchema,
    handler: async (request) => stopImpersonating(ctx, request),
  })
}
