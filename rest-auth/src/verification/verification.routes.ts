import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { redirectErrors } from '../http/show-error-on-page.ts'
import type { App } from '../http/app-type.ts'
import { callsOf, describeCall } from 'service/described-call.ts'
import { status } from '../http/status.ts'
import { requireRedirectTarget } from '../http/origin.ts'
import { redirection } from '../http/redirect.ts'
import { requestEmail } from '../mail/mail-request.sql.ts'
import { tooManyEmails } from '../mail/outbox.ts'
import { clientOf } from '../session/create-session.ts'
import { findSession } from '../session/session-guard.ts'
import { emailSchema } from '../user/email.ts'
import { isOwnershipProved } from '../user/user.sql.ts'
import { userSummarySchema } from '../user/user.ts'
import { sendConfirmPage } from './confirm-page.ts'
import { followLink, linkQuery } from './follow-link.ts'
import { addressToProve } from './proof-cookie.ts'
import { sendVerification } from './send-verification.ts'
import { findAddressToVerify } from './verify-email.ts'

const call = callsOf('verification')
const emailedLink = {
  querystring: linkQuery,
  response: { 200: z.object({ status: z.boolean(), user: userSummarySchema.nullable() }), ...redirection },
}
const addressToProveSchema = z.object({
  email: z.string().nullable(),
  isProved: z.boolean().meta({
    description: 'Whether the signed-in user has proved ownership of the email; false without a session',
  }),
})

export function verificationRoutes(app: App, ctx: Context): void {
  app.post(
    '/send-verification-email',
    call('sendVerificationEmail', 'Email a verification link', {
      body: z.object({
        email: emailSchema,
        callbackURL: linkQuery.shape.callbackURL,
        prove: z.boolean().optional().meta({
          description:
            'Send it even if the email is verified: opened in the current session, the link proves ownership of the email',
        }),
      }),
      returns: status,
    }),
    async (request) => {
      if (!ctx.config.EMAIL_VERIFICATION_ENABLED) throw new ApiError('VERIFICATION_EMAIL_ISNT_ENABLED')
      const { email, callbackURL: target, prove = false } = request.body
      const client = clientOf(ctx, request)
      const active = await findSession(ctx, request)
      if (active) {
        if (active.user.email !== email) throw new ApiError('YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL')
        if (prove ? await isOwnershipProved(ctx, active.user.id) : active.user.emailVerified)
          throw new ApiError('YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL')
        if (!(await sendVerification(ctx, active.user, client, target)))
          throw await tooManyEmails(ctx, active.user, 'verification')
      } else {
        await requestEmail(ctx, { kind: 'verification', email, client, callbackURL: target })
      }
      return { status: true }
    },
  )

  app.get(
    '/verify-email',
    {
      errorHandler: redirectErrors(ctx.config),
      ...describeCall('verification', 'verifyEmail', 'Verify or change the email with an emailed link', emailedLink),
    },
    async (request, reply) => {
      requireRedirectTarget(ctx.config, request.query.callbackURL)
      const active = await findSession(ctx, request)
      const isOpened = request.headers['sec-fetch-mode'] === 'navigate'
      const found = isOpened ? await findAddressToVerify(ctx, request.query.token, active) : null
      return found ? sendConfirmPage(reply, found, ctx.config) : followLink(ctx, request, reply, active)
    },
  )

  app.post(
    '/verify-email',
    {
      errorHandler: redirectErrors(ctx.config),
      ...describeCall(
        'verification',
        'confirmEmail',
        'Verify the email; called by the confirmation page that an emailed link opens without a session',
        emailedLink,
      ),
    },
    async (request, reply) => followLink(ctx, request, reply, await findSession(ctx, request)),
  )

  app.get(
    '/address-to-prove',
    call(
      'getAddressToProve',
      'Return the email whose password, entered in this browser, proves ownership of the email',
      { returns: addressToProveSchema },
    ),
    async (request) => {
      const active = await findSession(ctx, request)
      const isProved = active !== null && (await isOwnershipProved(ctx, active.user.id))
      return { email: await addressToProve(ctx, request), isProved }
    },
  )
}
