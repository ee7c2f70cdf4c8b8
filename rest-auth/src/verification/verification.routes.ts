import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { answerOnPage } from '../http/answer-on-page.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { requireRedirectTarget } from '../http/origin.ts'
import { withQuery } from '../http/redirect-target.ts'
import { redirect, redirection } from '../http/redirect.ts'
import { requestMail } from '../mail/mail-request.sql.ts'
import { tooManyMails } from '../mail/outbox.ts'
import { clientOf } from '../session/create-session.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { findSession } from '../session/session-guard.ts'
import type { ActiveSession } from '../session/session.ts'
import { emailSchema } from '../user/email.ts'
import { isOwnershipProved } from '../user/user.sql.ts'
import { userSummarySchema } from '../user/user.ts'
import { sendConfirmPage } from './confirm-page.ts'
import { addressToProve, offerProof } from './proof-cookie.ts'
import { sendVerification } from './send-verification.ts'
import { findAddressToVerify, verificationFailures, verifyEmail } from './verify-email.ts'
import { tellRefusal } from '../security-event.ts'

const call = callsOf('verification')
const callbackURL = z.string().optional()
const linkQuery = z.object({ token: z.string(), callbackURL })
type Link = z.infer<typeof linkQuery>
const verified = { 200: z.object({ status: z.boolean(), user: userSummarySchema.nullable() }), ...redirection }

export function verificationRoutes(app: App, ctx: Context): void {
  app.post(
    '/send-verification-email',
    call('sendVerificationEmail', 'Mail a link that confirms an address', {
      body: z.object({
        email: emailSchema,
        callbackURL,
        prove: z.boolean().optional().meta({
          description:
            'Also when the address is verified already: followed in the present session, the link proves that its user reads mail there',
        }),
      }),
      response: { 200: z.object({ status: z.boolean() }) },
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
          throw await tooManyMails(ctx, active.user, 'verification')
      } else {
        await requestMail(ctx, { kind: 'verification', email, client, callbackURL: target })
      }
      return { status: true }
    },
  )

  app.get(
    '/verify-email',
    {
      errorHandler: answerOnPage(ctx.config),
      ...call('verifyEmail', 'Where mailed links lead that confirm or change an address', {
        querystring: linkQuery,
        response: verified,
      }),
    },
    async (request, reply) => {
      requireRedirectTarget(ctx.config, request.query.callbackURL)
      const active = await findSession(ctx, request)
      const isOpened = request.headers['sec-fetch-mode'] === 'navigate'
      const found = isOpened ? await findAddressToVerify(ctx, request.query.token, active) : null
      return found ? sendConfirmPage(reply, found) : follow(request, reply, request.query, active)
    },
  )

  app.post(
    '/verify-email',
    {
      errorHandler: answerOnPage(ctx.config),
      ...call('confirmEmail', 'The button of the page that a mailed link opens without a session of its account', {
        querystring: linkQuery,
        response: verified,
      }),
    },
    async (request, reply) => follow(request, reply, request.query, await findSession(ctx, request)),
  )

  async function follow(request: FastifyRequest, reply: FastifyReply, link: Link, active: ActiveSession | null) {
    const { callbackURL: target } = link
    const outcome = await verifyEmail(
      ctx,
      { token: link.token, callbackURL: target, client: clientOf(ctx, request) },
      active,
    )
    if (outcome.kind === 'failed') {
      tellRefusal(request, outcome.failure)
      if (!target) throw new ApiError(verificationFailures[outcome.failure])
      return redirect(reply, withQuery(target, { error: outcome.failure }))
    }
    if (outcome.kind !== 'changed') await offerProof(ctx, request, outcome.user)
    if (outcome.kind !== 'done' && outcome.active) setSessionCookie(ctx, request, outcome.active)
    if (target) return redirect(reply, target)
    return { status: true, user: outcome.kind === 'changed' ? outcome.active.user : null }
  }

  app.get(
    '/address-to-prove',
    call(
      'getAddressToProve',
      'The address whose password this browser is asked for, after a mailed link was followed in it',
      {
        response: {
          200: z.object({
            email: z.string().nullable(),
            isProved: z.boolean().meta({
              description:
                "Whether the signed-in user is known to read mail at the account's address; false without a session",
            }),
          }),
        },
      },
    ),
    async (request) => {
      const active = await findSession(ctx, request)
      const isProved = active !== null && (await isOwnershipProved(ctx, active.user.id))
      return { email: await addressToProve(ctx, request), isProved }
    },
  )
}
