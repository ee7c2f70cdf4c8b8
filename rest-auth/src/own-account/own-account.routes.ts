import type { FastifyRequest } from 'fastify'
import { bodyLimits } from 'service/body-limits.ts'
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
import { disownAccount } from '../proof/disown-account.ts'
import { tellRefusal } from '../security-event.ts'
import { clientOf } from '../session/create-session.ts'
import { clearSessionCookies, forgetDeviceSession, setSessionCookie } from '../session/session-cookies.ts'
import { findSession, requireProof, requireSession } from '../session/session-guard.ts'
import type { Session } from '../session/session.ts'
import { newEmailSchema } from '../user/email.ts'
import { profileSchema } from '../user/user.ts'
import { checkUsername } from '../username/username.ts'
import { findEmailChange } from '../verification/email-change.sql.ts'
import { cancelEmailChange } from '../verification/email-change.ts'
import { requestEmailChange } from './change-email.ts'
import { deleteByToken, deletionBody, requestDeletion } from './delete-user.ts'
import { changeProfile } from './update-user.ts'

const call = callsOf('user')
const status = z.object({ status: z.boolean() })
const deletion = z.object({ success: z.boolean(), message: z.string() })
const pendingEmailChange = z
  .object({
    newEmail: z.string(),
    /** Whose link is to be opened next: the present address, or the new one. */
    linkMailedTo: z.string(),
    expiresAt: z.date(),
  })
  .meta({ id: 'PendingEmailChange' })

/** Why the mailed link did not delete the account, by the code of the refusal: as it stands in `?error=` for browsers. */
export const deletionFailures: Readonly<Record<string, string>> = {
  INVALID_TOKEN: 'INVALID_TOKEN',
  FAILED_TO_GET_USER_INFO: 'unauthorized',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'only_owner',
}

export function ownAccountRoutes(app: App, ctx: Context): void {
  app.post(
    '/disown-account',
    callsOf('verification')(
      'disownAccount',
      'Remove an account that somebody else made with the own address, by the token of the mail that confirms it',
      { body: z.object({ token: z.string() }), response: { 200: z.object({ removed: z.boolean() }) } },
    ),
    async (request) => ({ removed: await disownAccount(ctx, request.body.token) }),
  )

  app.post(
    '/update-user',
    {
      bodyLimit: bodyLimits.restAuth,
      ...call('updateUser', 'Change the own profile; what is absent stays', {
        body: profileSchema.extend({ email: z.unknown().optional() }),
        response: { 200: status },
      }),
    },
    async (request) => {
      const { email, ...changes } = request.body
      if (changes.username !== undefined) checkUsername(ctx, changes.username)
      const active = await requireSession(ctx, request)
      if (email) throw new ApiError('EMAIL_CAN_NOT_BE_UPDATED')
      const user = await changeProfile(ctx, active.user, changes)
      if (user) setSessionCookie(ctx, request, { ...active, user })
      return { status: true }
    },
  )

  app.post(
    '/change-email',
    call('changeEmail', 'Change the own address', {
      body: z.object({ newEmail: newEmailSchema, callbackURL: z.string().optional() }),
      response: { 200: status },
    }),
    async (request) => {
      const active = await requireProof(ctx, request)
      const { newEmail, callbackURL } = request.body
      const user = await requestEmailChange(ctx, active, { newEmail, client: clientOf(ctx, request), callbackURL })
      if (user) setSessionCookie(ctx, request, { ...active, user })
      return { status: true }
    },
  )

  app.get(
    '/pending-email-change',
    call('getPendingEmailChange', 'The change of address that waits for a mailed link, and for which', {
      response: { 200: pendingEmailChange.nullable() },
    }),
    async (request) => {
      const { user } = await requireSession(ctx, request)
      const change = await findEmailChange(ctx, user.id)
      return change && { ...change, linkMailedTo: change.isAgreed ? change.newEmail : user.email }
    },
  )

  app.post(
    '/cancel-email-change',
    call('cancelEmailChange', 'End the change of address that waits, and the links of it', {
      response: { 200: status },
    }),
    async (request) => {
      const { user } = await requireSession(ctx, request)
      await cancelEmailChange(ctx, user.id)
      return { status: true }
    },
  )

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
