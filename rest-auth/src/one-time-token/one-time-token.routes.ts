import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Calls } from '../http/calls.ts'
import { isFromPage } from '../http/cookies.ts'
import { isRemembered, setSessionCookie } from '../session/session-cookies.ts'
import { requireSession } from '../session/session-guard.ts'
import { activeSessionSchema } from '../session/session.ts'
import { createOneTimeToken, redeemOneTimeToken } from './one-time-token.ts'

const token = z.object({ token: z.string() })

export function oneTimeTokenRoutes({ get, post }: Calls, ctx: Context): void {
  get(
    '/one-time-token/generate',
    'generateOneTimeToken',
    'Create a token that transfers this session to another browser',
    {
      errors: ['CLIENT_REQUESTS_ARE_DISABLED', 'UNAUTHORIZED'],
      journal: ['one-time-token.made'],
      isAction: true,
      returns: token,
      async handler(request) {
        // A page's script that can read a token can take the session elsewhere.
        if (!ctx.config.ONE_TIME_TOKEN_FOR_PAGES && isFromPage(request)) throw new ApiError('INVALID_ORIGIN')
        const { session } = await requireSession(ctx, request)
        if (!ctx.config.ONE_TIME_TOKEN_CLIENT_REQUESTS) throw new ApiError('CLIENT_REQUESTS_ARE_DISABLED')
        return { token: await createOneTimeToken(ctx, session, isRemembered(ctx, request, session)) }
      },
    },
  )

  post('/one-time-token/verify', 'verifyOneTimeToken', 'Take over the session of a one-time token', {
    errors: ['INVALID_TOKEN', 'ONE_TIME_TOKEN_EXPIRED', 'SESSION_EXPIRED', 'SESSION_NOT_FOUND'],
    journal: ['one-time-token.used'],
    body: token,
    returns: activeSessionSchema,
    async handler(request) {
      const { active, remembered } = await redeemOneTimeToken(ctx, request, request.body.token)
      setSessionCookie(ctx, request, active, remembered)
      return active
    },
  })
}
