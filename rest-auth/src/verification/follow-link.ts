import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { redirect, withQuery } from '../http/redirect.ts'
import { clientOf } from '../session/create-session.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import type { ActiveSession } from '../session/session.ts'
import { offerProof } from './proof-cookie.ts'
import { verificationFailures, verifyEmail } from './verify-email.ts'
import { logRefusal } from '../security-event.ts'

export const linkQuery = z.object({ token: z.string(), callbackURL: z.string().optional() })

export async function followLink(
  ctx: Context,
  request: FastifyRequest<{ Querystring: z.infer<typeof linkQuery> }>,
  reply: FastifyReply,
  active: ActiveSession | null,
) {
  const { token, callbackURL: target } = request.query
  const outcome = await verifyEmail(ctx, { token, callbackURL: target, client: clientOf(ctx, request) }, active)
  if (outcome.kind === 'failed') {
    logRefusal(request, outcome.failure)
    if (!target) throw new ApiError(verificationFailures[outcome.failure])
    return redirect(reply, withQuery(target, { error: outcome.failure }))
  }
  if (outcome.kind !== 'changed') await offerProof(ctx, request, outcome.user)
  if (outcome.kind !== 'done' && outcome.active) setSessionCookie(ctx, request, outcome.active)
  if (target) return redirect(reply, target)
  return { status: true, user: outcome.kind === 'changed' ? outcome.active.user : null }
}
