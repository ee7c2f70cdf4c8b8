import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { redirectErrors } from '../http/show-error-on-page.ts'
import type { Calls } from '../http/calls.ts'
import { requireRedirectTarget } from '../http/origin.ts'
import { redirect, redirection, withQuery } from '../http/redirect.ts'
import { findSoleOwnerships } from '../organization/member/sole-ownership.ts'
import { logRefusal } from '../journal/journal.ts'
import { clearSessionCookies, forgetDeviceSession } from '../session/session-cookies.ts'
import { findSession, requireSession } from '../session/session-guard.ts'
import type { Session } from '../session/session.ts'
import { accountEnd, deleteByToken, deletionBody, requestDeletion } from './delete-user.ts'

const deletion = z.object({ success: z.boolean(), message: z.string() })

/** The value of `?error=` for each error code. */
export const deletionFailures: Readonly<Record<string, string>> = {
  INVALID_TOKEN: 'INVALID_TOKEN',
  FAILED_TO_GET_USER_INFO: 'unauthorized',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'only_owner',
  YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR: 'last_administrator',
}

export function deleteUserRoutes({ get, post }: Calls, ctx: Context): void {
  post('/delete-user', 'deleteUser', "Delete the user's account, usually with an emailed link", {
    errors: [
      'CREDENTIAL_ACCOUNT_NOT_FOUND',
      'INVALID_CALLBACKURL',
      'INVALID_DELETE_TOKEN',
      'INVALID_PASSWORD',
      'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION',
      'UNAUTHORIZED',
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
      'YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR',
    ],
    journal: ['account.deletion-asked', ...accountEnd],
    body: deletionBody,
    returns: deletion,
    async handler(request, reply) {
      if (!ctx.config.DELETE_USER_ENABLED) return reply.callNotFound()
      const active = await requireSession(ctx, request)
      if ((await requestDeletion(ctx, active, request.body)) === 'mailed') {
        return { success: true, message: 'Verification email sent' }
      }
      forgetSession(ctx, request, active.session)
      return { success: true, message: 'User deleted' }
    },
  })

  get(
    '/delete-user/obstacles',
    'listDeletionObstacles',
    'List the organizations that need another owner before the account can be deleted, at most 100',
    {
      errors: ['UNAUTHORIZED'],
      returns: z.array(z.object({ name: z.string(), slug: z.string() })),
      async handler(request) {
        const { user } = await requireSession(ctx, request)
        return findSoleOwnerships(ctx, user.id)
      },
    },
  )

  get('/delete-user/callback', 'deleteUserCallback', 'Delete the account with an emailed link', {
    errors: [
      'FAILED_TO_GET_USER_INFO',
      'INVALID_CALLBACKURL',
      'INVALID_DELETE_TOKEN',
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
    ],
    journal: accountEnd,
    isAction: true,
    errorHandler: redirectErrors(ctx.config),
    querystring: z.object({ token: z.string().default(''), callbackURL: z.string().optional() }),
    returns: deletion,
    response: redirection,
    async handler(request, reply) {
      if (!ctx.config.DELETE_USER_ENABLED) return reply.callNotFound()
      const { token, callbackURL } = request.query
      requireRedirectTarget(ctx.config, callbackURL)
      const active = await findSession(ctx, request)
      try {
        if (!active) throw new ApiError('FAILED_TO_GET_USER_INFO')
        await deleteByToken(ctx, active, token)
      } catch (error) {
        const failure = error instanceof ApiError && deletionFailures[error.code]
        // API clients get the code, but people who follow the link need a page.
        if (!failure || !callbackURL || request.headers['sec-fetch-mode'] !== 'navigate') throw error
        logRefusal(request, error.code)
        return redirect(reply, withQuery(callbackURL, { error: failure }))
      }
      forgetSession(ctx, request, active.session)
      return callbackURL ? redirect(reply, callbackURL) : { success: true, message: 'User deleted' }
    },
  })
}

function forgetSession(ctx: Context, request: FastifyRequest, session: Session): void {
  clearSessionCookies(ctx, request)
  forgetDeviceSession(ctx, request, session.token)
}
