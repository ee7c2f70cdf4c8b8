import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from 'service/described-call.ts'
import { isRemembered, setSessionCookie } from '../session/session-cookies.ts'
import { requireSession } from '../session/session-guard.ts'
import { activeSessionSchema } from '../session/session.ts'
import { createOneTimeToken, redeemOneTimeToken } from './one-time-token.ts'

const call = callsOf('one-time-token')
const token = z.object({ token: z.string() })

export function oneTimeTokenRoutes(app: App, ctx: Context): void {
  app.get(
    '/one-time-token/generate',
    call('generateOneTimeToken', 'Create a token that transfers this session to another browser', { returns: token }),
    async (request) => {
      const { session } = await requireSession(ctx, request)
      return { token: await createOneTimeToken(ctx, session, isRemembered(ctx, request, session)) }
    },
  )

  app.post(
    '/one-time-token/verify',
    call('verifyOneTimeToken', 'Take over the session of a one-time token', {
      body: token,
      returns: activeSessionSchema,
    }),
    async (request) => {
      const { active, remembered } = await redeemOneTimeToken(ctx, request.body.token)
      setSessionCookie(ctx, request, active, remembered)
      return active
    },
  )
}
