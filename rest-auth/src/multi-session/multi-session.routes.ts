import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { clearCookie } from '../http/cookies.ts'
import {
  clearSessionCookies,
  deviceSessions,
  forgetDeviceSession,
  setSessionCookie,
} from '../session/session-cookies.ts'
import { sessionTokens } from '../http/session-token.ts'
import { currentToken, noteActor } from '../session/session-guard.ts'
import { endSessionsByTokens } from '../session/end-sessions.ts'
import { findSessionsByTokens } from '../session/session.sql.ts'
import { activeSessionSchema, type ActiveSession } from '../session/session.ts'

const body = z.object({ sessionToken: z.string() })

/** Several users can be signed in to one browser. The signed cookies are the proof. */
export function multiSessionRoutes({ get, post }: Calls, ctx: Context): void {
  get('/multi-session/list-device-sessions', 'listDeviceSessions', 'List the users who are signed in to this browser', {
    errors: [],
    returns: z.array(activeSessionSchema),
    async handler(request) {
      const found = await findDeviceSessions(ctx, request)
      forgetEndedSessions(ctx, request, found)
      const current = await currentToken(ctx, request)
      return [...Map.groupBy(found, ({ user }) => user.id).values()].flatMap(
        (own) => own.find(({ session }) => session.token === current) ?? own.slice(0, 1),
      )
    },
  })

  post('/multi-session/set-active', 'setActiveSession', 'Switch to another session of this browser', {
    errors: ['INVALID_SESSION_TOKEN'],
    journal: 'It only changes the cookie',
    body,
    returns: activeSessionSchema,
    async handler(request) {
      const { name, token } = requireDeviceCookie(ctx, request, request.body.sessionToken)
      const active = (await findDeviceSessions(ctx, request)).find(({ session }) => session.token === token)
      if (!active) {
        clearCookie(ctx, request, name)
        throw new ApiError('INVALID_SESSION_TOKEN')
      }
      setSessionCookie(ctx, request, active)
      return active
    },
  })

  post('/multi-session/revoke', 'revokeDeviceSession', 'End one session of this browser', {
    errors: ['INVALID_SESSION_TOKEN'],
    journal: ['session.ended'],
    body,
    returns: status,
    async handler(request) {
      const { token } = requireDeviceCookie(ctx, request, request.body.sessionToken)
      const current = await currentToken(ctx, request)
      const found = await findDeviceSessions(ctx, request)
      const userId = found.find(({ session }) => session.token === token)?.user.id
      // Someone who signed in twice would otherwise stay signed in.
      const own = found.filter(({ user }) => user.id === userId)
      const ended = [token, ...own.map(({ session }) => session.token)]
      await endSessionsByTokens(ctx, ended, 'signed out')
      for (const one of ended) forgetDeviceSession(ctx, request, one)
      if (current === undefined || !ended.includes(current)) return { status: true }
      const next = found.find(({ user }) => user.id !== userId)
      if (next) setSessionCookie(ctx, request, next)
      else clearSessionCookies(ctx, request)
      return { status: true }
    },
  })
}

async function findDeviceSessions(ctx: Context, request: FastifyRequest) {
  const tokens = deviceSessions(ctx, request).map(({ token }) => token)
  const current = sessionTokens(ctx, request)
  const found = await findSessionsByTokens(ctx, [...tokens, ...current])
  for (const active of found) if (current.includes(active.session.token)) noteActor(request, active)
  return found.filter(({ session }) => tokens.includes(session.token))
}

/** Cookies of ended sessions would count against the limit. */
function forgetEndedSessions(ctx: Context, request: FastifyRequest, found: ActiveSession[]): void {
  for (const { name, token } of deviceSessions(ctx, request)) {
    if (!found.some(({ session }) => session.token === token)) clearCookie(ctx, request, name)
  }
}

function requireDeviceCookie(ctx: Context, request: FastifyRequest, sessionToken: string) {
  const name = `session_token_multi-${sessionToken.toLowerCase()}`
  const found = deviceSessions(ctx, request).find((device) => device.name === name)
  if (!found) throw new ApiError('INVALID_SESSION_TOKEN')
  return found
}
