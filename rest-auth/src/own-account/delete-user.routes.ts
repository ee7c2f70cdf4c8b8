import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { answerOnPage } from '../http/answer-on-page.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { requireRedirectTarget } from '../http/origin.ts'
import { withQuery } from '../http/redirect-target.ts'
import { redirect, redirection } from '../http/redirect.ts'
import { findSoleOwnerships } from '../organization/member.sql.ts'
import { tellRefusal } from '../security-event.ts'
import { clearSessionCookies, forgetDeviceSession } from '../session/session-cookies.ts'
import { findSession, requireSession } from '../session/session-guard.ts'
import type { Session } from '../session/session.ts'
import { deleteByToken, deletionBody, requestDeletion } from './delete-user.ts'

const call = callsOf('user')
const deletion = z.object({ success: z.boolean(), message: z.string() })

/** Why the mailed link did not delete the account, by the code of the refusal: as it stands in `?error=` for browsers. */
export const deletionFailures: Readonly<Record<string, string>> = {
  INVALID_TOKEN: 'INVALID_TOKEN',
  FAILED_TO_GET_USER_INFO: 'unauthorized',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'only_owner',
}

export function deleteUserRoutes(app: App, ctx: Context): void {
  app.post(
    '/delete-user',
    call('deleteUser', 'Delete the own account, usually after a mailed link', {
      body: deletionBody,
      response: { 200: deletion },
    }),
    async (request, reply) => {
      if (!ctx.config.DELETE_USER_ENABLED) return reply.callNotFound()
      const active = await requireSession(ctx, request)
      if ((await requestDeletion(ctx, active, request.body)) === 'mailed') {
        return { success: true, message: 'Verification email sent' }
      }
      forgetSession(ctx, request, active.session)
      return { success: true, message: 'User deleted' }
    },
  )

  app.get(
    '/delete-user/obstacles',
    call(
      'listDeletionObstacles',
      'Organizations that need another owner before the own account can be deleted, at most 100',
      { response: { 200: z.array(z.object({ name: z.string(), slug: z.string() })) } },
    ),
    async (request) => {
      const { user } = await requireSession(ctx, request)
      return findSoleOwnerships(ctx, user.id)
    },
  )

  app.get(
    '/delete-user/callback',
    {
      errorHandler: answerOnPage(ctx.config),
      ...call('deleteUserCallback', 'Where the mailed link leads that deletes the account', {
        querystring: z.object({ token: z.string().default(''), callbackURL: z.string().optional() }),
        response: { 200: deletion, ...redirection },
      }),
    },
    async (request, reply) => {
      if (!ctx.config.DELETE_USER_ENABLED) return reply.callNotFound()
      const { token, callbackURL } = request.query
      requireRedirectTarget(ctx.config, callbackURL)
      const active = await findSession(ctx, request)
      try {
        if (!active) throw new ApiError('FAILED_TO_GET_USER_INFO')
        await deleteByToken(ctx, active, token)
      } catch (error) {
        const failure = error instanceof ApiError && deletionFailures[error.code]
        // Programs get what the interface says; a person who opened the link in a mail cannot read that.
        if (!failure || !callbackURL || request.headers['sec-fetch-mode'] !== 'navigate') throw error
        tellRefusal(request, error.code)
        return redirect(reply, withQuery(callbackURL, { error: failure }))
      }
      forgetSession(ctx, request, active.session)
      return callbackURL ? redirect(reply, callbackURL) : { success: true, message: 'User deleted' }
    },
  )
}

function forgetSession(ctx: Context, request: FastifyRequest, session: Session): void {
  clearSessionCookies(ctx, request)
  forgetDeviceSession(ctx, request, session.token)
}
