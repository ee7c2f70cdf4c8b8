import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { logOutage } from '../http/error-handler.ts'
import { withQuery } from '../http/redirect.ts'
import { clientOf } from '../session/create-session.ts'
import { factorPage, requestFactor } from '../session/second-factor.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { findSession } from '../session/session-guard.ts'
import { consumeVerification, findVerification } from '../verification/verification.sql.ts'
import { isAppUrl, returnToApp } from './app-return.ts'
import { arriveByCode } from './arrival.ts'
import type { ConfiguredProvider, Providers } from './configured-providers.ts'
import { linkArrival, signInArrival } from './link.ts'
import { describeError } from './provider-request.ts'
import { SocialRefusal, type SocialRefusalCode } from './social-refusal.ts'
import { readFlow } from './state.ts'
import { logRefusal } from '../journal/journal.ts'

/** RFC 6749, section 4.1.2, plus VK's `device_id` and Apple's `user`. */
export const callbackFields = z.object({
  code: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
  state: z.string().optional(),
  iss: z.string().optional(),
  device_id: z.string().optional(),
  user: z.string().optional(),
})
type CallbackFields = z.infer<typeof callbackFields>
type RunningFlow = Awaited<ReturnType<typeof readFlow>>

/** For flows whose own error page is unknown. */
export function errorPage(ctx: Context, error: SocialRefusalCode): string {
  return withQuery(`${ctx.config.baseUrl}/error`, { error })
}

/** Returns the browser's next URL, with `error=` after a failure. Never throws. */
export async function handleCallback(
  ctx: Context,
  providers: Providers,
  request: FastifyRequest,
  id: string,
  fields: CallbackFields,
): Promise<string> {
  if (fields.error) return redirectRefusal(ctx, request, id, { ...fields, error: fields.error })
  if (!fields.state) return errorPage(ctx, 'state_not_found')
  let flow: RunningFlow | undefined
  try {
    flow = await readFlow(ctx, request, fields.state, consumeVerification)
    return await finishFlow(ctx, providers, request, id, { ...fields, flow })
  } catch (failure) {
    if (failure instanceof SocialRefusal) {
      logRefusal(request, failure.code, flow && { provider: flow.provider })
      if (failure.cause) request.log.error({ err: failure.cause }, failure.code)
      return flow?.errorURL ? withQuery(flow.errorURL, { error: failure.code }) : errorPage(ctx, failure.code)
    }
    if (failure instanceof DatabaseUnavailable) logOutage(request, failure)
    else request.log.error({ err: failure }, 'social callback failed')
    return errorPage(ctx, 'internal_server_error')
  }
}

// Usually the person declined. The flow stays valid, so that they can go back. Unlike better-auth,
// uses the flow's own error page.
async function redirectRefusal(
  ctx: Context,
  request: FastifyRequest,
  id: string,
  { state, error, error_description }: CallbackFields & { error: string },
): Promise<string> {
  const flow = state && (await readFlow(ctx, request, state, findVerification).catch(() => null))
  const own = flow && flow.provider === id ? flow : null
  if (own)
    request.log.info({ provider: id, reason: describeError({ error, error_description }, {}) }, 'provider refused')
  const page = own?.errorURL ?? `${ctx.config.baseUrl}/error`
  return withQuery(page, { error, ...(error_description && { error_description }) })
}

/** Prevents mix-up attacks (RFC 9207), if the issuer is known. */
function isIssuerOf({ openId, idToken }: ConfiguredProvider, iss: string): boolean {
  if (!openId || !idToken) return true
  const tid = /\/([\da-f-]{36})\/v2\.0$/.exec(iss)?.[1] // Microsoft has one issuer per tenant
  return idToken.issuer({ iss, tid }) === iss
}

async function finishFlow(
  ctx: Context,
  providers: Providers,
  request: FastifyRequest,
  id: string,
  { flow, code, iss, device_id, user }: CallbackFields & { flow: RunningFlow },
): Promise<string> {
  if (!code) throw new SocialRefusal('no_code')
  const provider = providers.get(id)
  if (!provider) throw new SocialRefusal('oauth_provider_not_found')
  // Otherwise a hostile provider could redeem another one's code (RFC 9700, section 4.4).
  if (flow.provider !== provider.id) throw new SocialRefusal('state_mismatch')
  if (iss !== undefined && !isIssuerOf(provider, iss)) throw new SocialRefusal('state_mismatch')
  const grant = {
    code,
    codeVerifier: flow.codeVerifier,
    nonce: provider.openId && flow.nonce,
    deviceId: device_id,
    userField: user,
  }
  const arrival = await arriveByCode(ctx, provider, grant, request.log)
  if (flow.link) {
    const current = await findSession(ctx, request, { refresh: false })
    if (current && current.user.id !== flow.link.userId) throw new SocialRefusal('state_mismatch')
    await linkArrival(ctx, arrival, flow.link)
    return flow.callbackURL
  }
  const link = { client: clientOf(ctx, request), callbackURL: flow.callbackURL }
  const { active, isNew } = await signInArrival(ctx, { ...arrival, allowMissingEmail: flow.allowMissingEmail }, link)
  const target = (isNew && flow.newUserURL) || flow.callbackURL
  if (!active.session) {
    requestFactor(ctx, request, active)
    return factorPage(ctx.config, target, flow.errorURL)
  }
  if (flow.app !== null) return returnToApp(ctx, isAppUrl(target) ? target : flow.callbackURL, active, flow.app)
  setSessionCookie(ctx, request, active, true)
  return target
}
