import { z } from 'zod'
import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { answerOnPage } from '../http/answer-on-page.ts'
import { rememberBrowser } from '../rate-limit/known-browser.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { requireRedirectTarget } from '../http/origin.ts'
import { redirect, redirection } from '../http/redirect.ts'
import { requestMail } from '../mail/mail-request.sql.ts'
import { clientOf } from '../session/create-session.ts'
import { forgetDeviceSession, isRemembered, setSessionCookie } from '../session/session-cookies.ts'
import { requireSession } from '../session/session-guard.ts'
import { emailSchema } from '../user/email.ts'
import { userSummarySchema } from '../user/user.ts'
import { changePassword, isResetToken, resetFailure, resetPassword } from './password.ts'

const call = callsOf('password')
const status = z.object({ status: z.boolean() })
const forgetBody = z.object({ email: emailSchema, redirectTo: z.string().optional() })

export function passwordRoutes(app: App, ctx: Context): void {
  for (const [path, operationId, summary] of [
    ['/forget-password', 'forgetPassword', 'Mail a link to choose a new password'],
    ['/request-password-reset', 'requestPasswordReset', 'The same as forget-password, under its newer name'],
  ] as const) {
    app.post(path, call(operationId, summary, { body: forgetBody, response: { 200: status } }), async (request) => {
      if (!ctx.config.RESET_PASSWORD_ENABLED) throw new ApiError('RESET_PASSWORD_ISNT_ENABLED')
      const { email, redirectTo } = request.body
      await requestMail(ctx, { kind: 'resetPassword', email, redirectTo })
      return { status: true }
    })
  }

  app.get(
    '/reset-password/:token',
    {
      errorHandler: answerOnPage(ctx.config),
      ...call('resetPasswordCallback', 'Where the mailed link leads: on to callbackURL, with the token', {
        params: z.object({ token: z.string() }),
        querystring: z.object({ callbackURL: z.string() }),
        response: redirection,
      }),
    },
    async (request, reply) => {
      const { callbackURL } = request.query
      const { token } = request.params
      requireRedirectTarget(ctx.config, callbackURL)
      const target = callbackURL ? new URL(callbackURL, ctx.config.AUTH_URL) : new URL(`${ctx.config.baseUrl}/error`)
      if (callbackURL && (await isResetToken(ctx, token))) target.searchParams.set('token', token)
      else target.searchParams.set('error', resetFailure)
      return redirect(reply, target.href)
    },
  )

  app.post(
    '/reset-password',
    call('resetPassword', 'Set a new password by a mailed token', {
      body: z.object({ newPassword: z.string(), token: z.string().optional() }),
      querystring: z.object({ token: z.string().optional() }),
      response: { 200: status },
    }),
    async (request) => {
      const token = request.body.token || request.query.token
      if (!token) throw new ApiError('INVALID_RESET_TOKEN')
      const user = await resetPassword(ctx, token, request.body.newPassword)
      rememberBrowser(ctx, request, user.id, randomId())
      return { status: true }
    },
  )

  app.post(
    '/change-password',
    call('changePassword', 'Change the password, knowing the old one', {
      body: z.object({
        newPassword: z.string(),
        currentPassword: z.string(),
        revokeOtherSessions: z.boolean().optional(),
      }),
      response: { 200: z.object({ token: z.string().nullable(), user: userSummarySchema }) },
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const { revokeOtherSessions: revoke = false, ...passwords } = request.body
      const remember = isRemembered(ctx, request, active.session)
      const renewed = await changePassword(ctx, active, { ...passwords, revoke, remember }, clientOf(ctx, request))
      if (renewed) {
        forgetDeviceSession(ctx, request, active.session.token)
        setSessionCookie(ctx, request, renewed)
      }
      // What it showed before ended with the old password.
      rememberBrowser(ctx, request, active.user.id, (renewed ?? active).session.id)
      return { token: renewed?.session.token ?? null, user: active.user }
    },
  )
}
