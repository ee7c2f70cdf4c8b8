import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { requireRedirectTarget } from '../http/origin.ts'
import { redirect, redirection, withQuery } from '../http/redirect.ts'
import { redirectErrors } from '../http/show-error-on-page.ts'
import { requestEmail } from '../mail/mail-request.sql.ts'
import { tooManyEmails } from '../mail/outbox.ts'
import { logRefusal } from '../journal/journal.ts'
import { clientOf } from '../session/create-session.ts'
import { factorPage, factorRequested, requestFactor } from '../session/second-factor.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { findSession, openToImpersonation } from '../session/session-guard.ts'
import type { ActiveSession } from '../session/session.ts'
import { emailSchema } from '../user/email.ts'
import { isOwnershipProved } from '../user/user.sql.ts'
import { userSummarySchema } from '../user/user.ts'
import { sendConfirmPage } from './confirm-page.ts'
import { addressToProve, offerProof } from './proof-cookie.ts'
import { sendVerification } from './send-verification.ts'
import { findAddressToVerify, verificationFailures, verifyEmail } from './verify-email.ts'

const linkQuery = z.object({ token: z.string(), callbackURL: z.string().optional() })
const emailedLink = {
  journal: ['email.verified', 'email.changed', 'email.change-canceled', 'session.created'] as const,
  querystring: linkQuery,
  returns: z.union([z.object({ status: z.boolean(), user: userSummarySchema.nullable() }), factorRequested]),
  response: redirection,
}

const addressToProveSchema = z.object({
  email: z.string().nullable(),
  isProved: z.boolean().meta({
    description: 'Whether the signed-in user has proved ownership of the email; false without a session',
  }),
})

export function verificationRoutes({ get, post }: Calls, ctx: Context): void {
  post('/send-verification-email', 'sendVerificationEmail', 'Email a verification link', {
    errors: [
      'INVALID_CALLBACKURL',
      'VERIFICATION_EMAIL_ISNT_ENABLED',
      'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL',
      'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL',
    ],
    journal: 'It only sends an email',
    body: z.object({
      email: emailSchema,
      callbackURL: linkQuery.shape.callbackURL,
      prove: z.boolean().optional().meta({
        description:
          'Send it even if the email is verified: opened in the current session, the link proves ownership of the email',
      }),
    }),
    returns: status,
    async handler(request) {
      if (!ctx.config.EMAIL_VERIFICATION_ENABLED) throw new ApiError('VERIFICATION_EMAIL_ISNT_ENABLED')
      const { email, callbackURL, prove = false } = request.body
      const link = { client: clientOf(ctx, request), callbackURL }
      const active = await findSession(ctx, request)
      if (active) {
        if (prove ? await isOwnershipProved(ctx, active.user.id) : active.user.emailVerified)
          throw new ApiError('YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL')
        if (active.user.email !== email) throw new ApiError('YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL')
        if (!(await sendVerification(ctx, active.user, link)))
          throw await tooManyEmails(ctx, active.user, 'verification')
      } else {
        await requestEmail(ctx, { kind: 'verification', email, ...link })
      }
      return { status: true }
    },
  })

  get('/verify-email', 'verifyEmail', 'Verify or change the email with an emailed link', {
    errors: [
      'INVALID_CALLBACKURL',
      'TOKEN_EXPIRED',
      'USER_NOT_FOUND_BY_TOKEN',
      'VERIFICATION_TOKEN_INVALID',
      'VERIFICATION_UNAUTHORIZED',
    ],
    isAction: true,
    errorHandler: redirectErrors(ctx.config),
    ...emailedLink,
    async handler(request, reply) {
      requireRedirectTarget(ctx.config, request.query.callbackURL)
      const active = await findSession(ctx, request)
      const found = isPageWanted(request) ? await findAddressToVerify(ctx, request.query.token, active) : null
      return found
        ? sendConfirmPage(reply, found.email, found.user, ctx.config)
        : followLink(ctx, request, reply, active)
    },
  })

  post(
    '/verify-email',
    'confirmEmail',
    'Verify the email; called by the confirmation page that an emailed link opens without a session',
    {
      errors: ['INVALID_CALLBACKURL', 'TOKEN_EXPIRED', 'USER_NOT_FOUND_BY_TOKEN', 'VERIFICATION_TOKEN_INVALID'],
      errorHandler: redirectErrors(ctx.config),
      ...emailedLink,
      handler: async (request, reply) => followLink(ctx, request, reply, await findSession(ctx, request)),
    },
  )

  get(
    '/address-to-prove',
    'getAddressToProve',
    'Return the email whose password, entered in this browser, proves ownership of the email',
    {
      errors: [],
      config: openToImpersonation,
      returns: addressToProveSchema,
      async handler(request) {
        const active = await findSession(ctx, request)
        const isProved = active !== null && (await isOwnershipProved(ctx, active.user.id))
        return { email: await addressToProve(ctx, request), isProved }
      },
    },
  )
}

/** By browsers, and by link scanners that imitate them. Clients of better-auth do not ask for HTML. */
function isPageWanted({ headers: { 'sec-fetch-mode': mode, accept = '' } }: FastifyRequest): boolean {
  return mode === undefined ? accept.includes('text/html') : mode === 'navigate'
}

async function followLink(
  ctx: Context,
  request: FastifyRequest<{ Querystring: z.infer<typeof linkQuery> }>,
  reply: FastifyReply,
  active: ActiveSession | null,
) {
  const { token, callbackURL: target } = request.query
  const client = clientOf(ctx, request)
  const outcome = await verifyEmail(ctx, { token, callbackURL: target, client, active })
  if (outcome.kind === 'failed') {
    logRefusal(request, outcome.failure)
    if (!target) throw new ApiError(verificationFailures[outcome.failure])
    return redirect(reply, withQuery(target, { error: outcome.failure }))
  }
  if (outcome.kind !== 'changed') await offerProof(ctx, request, outcome.user)
  if (outcome.kind === 'verified' && outcome.active?.session === null) {
    const requested = requestFactor(ctx, request, outcome.active)
    return target ? redirect(reply, factorPage(ctx.config, target)) : requested
  }
  if (outcome.kind !== 'done' && outcome.active?.session) setSessionCookie(ctx, request, outcome.active)
  if (target) return redirect(reply, target)
  return { status: true, user: outcome.kind === 'changed' ? outcome.active.user : null }
}
