import type { FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import { z } from 'zod'
import { later, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { parseJson } from '../http/json-body.ts'
import { cookieName, hasSignedCookie, readSignedCookie, setSignedCookie } from '../http/cookies.ts'
import { providerIds } from '../provider-config.ts'
import { languages } from 'contract/languages.ts'
import { insertVerification, type findVerification } from '../verification/verification.sql.ts'
import { isAppUrl } from './app-return.ts'
import type { ConfiguredProvider } from './configured-providers.ts'
import { authorizationUrl } from './consent.ts'
import { SocialRefusal } from './social-refusal.ts'

const lifetime = 600 // seconds
const stateLength = 32

/** A sign-in or link in progress at the provider. */
const flowSchema = z.object({
  provider: z.enum(providerIds),
  callbackURL: z.string(),
  errorURL: z.string().optional(),
  newUserURL: z.string().optional(),
  /** Set to link an account to the signed-in user. */
  link: z.object({ userId: z.string(), sessionId: z.string() }).optional(),
  allowMissingEmail: z.boolean().optional(),
  codeVerifier: z.string(),
  nonce: z.string(),
  /** The hash of the `state` cookie, or null if SOCIAL_STATE_COOKIE is off. */
  browser: z.string().nullable(),
  expiresAt: z.number(),
})
export type Flow = z.infer<typeof flowSchema>
export type Linker = NonNullable<Flow['link']>

interface FlowStart extends Omit<Flow, 'provider' | 'codeVerifier' | 'nonce' | 'browser' | 'expiresAt'> {
  readonly scopes: readonly string[]
  readonly loginHint: string | undefined
}

/** Stores a flow that is valid for ten minutes in this browser. Returns the authorization URL. */
export async function startFlow(
  ctx: Context,
  request: FastifyRequest,
  provider: ConfiguredProvider,
  start: FlowStart,
): Promise<string> {
  const { scopes, loginHint, ...rest } = start
  const expiresAt = later(ctx, lifetime)
  const codeVerifier = randomId(128)
  const nonce = randomId()
  const isBound = ctx.config.SOCIAL_STATE_COOKIE || isAppUrl(start.callbackURL)
  const browser = isBound ? hashToken(bindBrowser(ctx, request, provider)) : null
  const flow: Flow = { ...rest, provider: provider.id, codeVerifier, nonce, browser, expiresAt: expiresAt.getTime() }
  const state = randomId(stateLength)
  try {
    await insertVerification(ctx, { identifier: state, value: JSON.stringify(flow), expiresAt })
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    request.log.error({ err: error }, 'social sign-in state not stored')
    throw new ApiError('UNABLE_TO_CREATE_VERIFICATION')
  }
  const language = languages.find((code) => code === request.cookies['lang']) // set by the screens
  return authorizationUrl(provider, { state, codeVerifier, nonce, scopes, loginHint, language })
}

/**
 * Only for the browser that started the flow, or for the system browser in which an app's flow
 * ends: then `app` identifies the app. Pass `consumeVerification` for single use.
 */
export async function readFlow(
  ctx: Context,
  request: FastifyRequest,
  state: string,
  read: typeof findVerification,
): Promise<Flow & { app: string | null }> {
  const row = state.length === stateLength ? await read(ctx, state) : null
  // Rows of other kinds do not match.
  const flow = row && row.expiresAt > ctx.now() ? flowSchema.safeParse(parseJson(row.value)).data : null
  if (!flow) throw new SocialRefusal('please_restart_the_process')
  if (flow.browser === null || hasSignedCookie(ctx, request, 'state', flow.browser)) return { ...flow, app: null }
  // A link would connect the account of the person who consents to a stranger's.
  if (flow.link || !isAppUrl(flow.callbackURL)) throw new SocialRefusal('state_mismatch')
  return { ...flow, app: flow.browser }
}

/** Reuses the secret, so that two tabs do not invalidate each other. */
function bindBrowser(ctx: Context, request: FastifyRequest, provider: ConfiguredProvider): string {
  const known = readSignedCookie(ctx, request, 'state')
  const secret = known ?? randomId()
  setSignedCookie(ctx, request, 'state', secret, lifetime)
  const name = cookieName(ctx.config, 'state')
  const cookie = request.cookiesToSet.get(name)
  // A cross-site form post carries only SameSite=None cookies, which must be Secure. If the cookie
  // is known, another tab may expect such a post.
  const isPosted = known !== null || provider.authorizationParameters?.['response_mode'] === 'form_post'
  if (cookie?.secure && isPosted) request.cookiesToSet.set(name, { ...cookie, sameSite: 'none' })
  return secret
}
