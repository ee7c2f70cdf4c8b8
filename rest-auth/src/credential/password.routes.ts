import { z } from 'zod'
import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { redirectErrors } from '../http/show-error-on-page.ts'
import { rememberBrowser } from '../rate-limit/known-browser.ts'
import { status, type Calls } from '../http/calls.ts'
import { requireRedirectTarget } from '../http/origin.ts'
import { redirect, redirection } from '../http/redirect.ts'
import { requestEmail } from '../mail/mail-request.sql.ts'
import { clientOf } from '../session/create-session.ts'
import { forgetDeviceSession, isRemembered, setSessionCookie } from '../session/session-cookies.ts'
import { currentToken, requireSession } from '../session/session-guard.ts'
import { emailSchema } from '../user/email.ts'
import { userSchema } from '../user/user.ts'
import { errorsOfNewPasswords } from './credential.ts'
import { changePassword, emailOfReset, isResetToken, requirePassword, resetFailure, resetPassword } from './password.ts'

const forgetBody = z.object({ email: emailSchema, redirectTo: z.string().optional() })

function resetRoutes({ get, post }: Calls, ctx: Context): void {
  const forget = {
    errors: ['INVALID_REDIRECTURL', 'RESET_PASSWORD_ISNT_ENABLED'] as const,
    journal: ['password.reset-asked'] as const,
    body: forgetBody,
    returns: status.extend({ message: z.string() }),
    async handler({ body: { email, redirectTo } }: { body: z.infer<typeof forgetBody> }) {
      if (!ctx.config.RESET_PASSWORD_ENABLED) throw new ApiError('RESET_PASSWORD_ISNT_ENABLED')
      await requestEmail(ctx, { kind: 'resetPassword', email, redirectTo })
      return { status: true, message: 'If this email exists in our system, check your email for the reset link' }
    },
  }
  const summary = 'Email a link to choose a new password'
  post('/forget-password', 'forgetPassword', summary, forget)
  post('/request-password-reset', 'requestPasswordReset', `${summary} (newer name of forget-password)`, forget)

  get(
    '/reset-password/:token',
    'resetPasswordCallback',
    'Redirect from the emailed link to callbackURL, with the token',
    {
      errors: ['INVALID_CALLBACKURL'],
      errorHandler: redirectErrors(ctx.config),
      params: z.object({ token: z.string() }),
      querystring: z.object({ callbackURL: z.string() }),
      response: redirection,
      async handler(request, reply) {
        const { callbackURL } = request.query
        const { token } = request.params
        requireRedirectTarget(ctx.config, callbackURL)
        const target = callbackURL ? new URL(callbackURL, ctx.config.AUTH_URL) : new URL(`${ctx.config.baseUrl}/error`)
        if (callbackURL && (await isResetToken(ctx, token))) target.searchParams.set('token', token)
        else target.searchParams.set('error', resetFailure)
        return redirect(reply, target.href)
      },
    },
  )

  post('/read-reset-token', 'readResetToken', 'Return the email of an emailed token; changes nothing', {
    errors: ['INVALID_RESET_TOKEN'],
    journal: 'It only reads',
    body: z.object({ token: z.string() }),
    returns: z.object({ email: z.string() }),
    handler: async (request) => ({ email: await emailOfReset(ctx, request.body.token) }),
  })

  post('/reset-password', 'resetPassword', 'Set a new password with an emailed token', {
    errors: [...errorsOfNewPasswords, 'INVALID_RESET_TOKEN'],
    journal: ['account.claimed', 'password.reset', 'session.ended'],
    body: z.object({ newPassword: z.string(), token: z.string().optional() }),
    querystring: z.object({ token: z.string().optional() }),
    returns: status,
    async handler(request) {
      const token = request.body.token || request.query.token
      if (!token) throw new ApiError('INVALID_RESET_TOKEN')
      const user = await resetPassword(ctx, token, request.body.newPassword, await currentToken(ctx, request))
      rememberBrowser(ctx, request, user.id, randomId())
      return { status: true }
    },
  })
}

export function passwordRoutes(calls: Calls, ctx: Context): void {
  const { post } = calls
  resetRoutes(calls, ctx)

  post('/verify-password', 'verifyPassword', "Check the user's password; changes nothing", {
    errors: ['INVALID_PASSWORD', 'UNAUTHORIZED'],
    journal: 'It only reads',
    body: z.object({ password: z.string() }),
    returns: status,
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      await requirePassword(ctx, user, request.body.password, 'INVALID_PASSWORD')
      return { status: true }
    },
  })

  post('/change-password', 'changePassword', 'Change the password, given the current one', {
    errors: [...errorsOfNewPasswords, 'CREDENTIAL_ACCOUNT_NOT_FOUND', 'INVALID_PASSWORD', 'UNAUTHORIZED'],
    journal: ['password.changed', 'session.ended', 'session.created'],
    body: z.object({
      newPassword: z.string(),
      currentPassword: z.string(),
      revokeOtherSessions: z.boolean().optional(),
    }),
    returns: z.object({ token: z.string().nullable(), user: userSchema }),
    async handler(request) {
      const active = await requireSession(ctx, request)
      const { revokeOtherSessions: revoke = false, ...passwords } = request.body
      const remember = isRemembered(ctx, request, active.session)
      const renewed = await changePassword(ctx, active, { ...passwords, revoke, remember }, clientOf(ctx, request))
      if (renewed) {
        forgetDeviceSession(ctx, request, active.session.token)
        setSessionCookie(ctx, request, renewed)
      }
      // Its previous entry became invalid with the old password.
      rememberBrowser(ctx, request, active.user.id, (renewed ?? active).session.id)
      return { token: renewed?.session.token ?? null, user: active.user }
    },
  })
}
