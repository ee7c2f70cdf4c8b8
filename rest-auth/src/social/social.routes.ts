import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Calls } from '../http/calls.ts'
import { redirect, redirection } from '../http/redirect.ts'
import { providerIds } from '../provider-config.ts'
import { clientOf } from '../session/create-session.ts'
import { factorRequested, requestFactor } from '../session/second-factor.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { requireProof } from '../session/session-guard.ts'
import { userSchema } from '../user/user.ts'
import { accessTokenRoutes } from './access-token.routes.ts'
import { isAppUrl } from './app-return.ts'
import { arriveByIdToken, givenIdToken } from './arrival.ts'
import { callbackRoutes } from './callback.routes.ts'
import { configureProviders, type ConfiguredProvider } from './configured-providers.ts'
import { arrivalEvents, linkArrival, signInArrival } from './link.ts'
import { refuseAsJson } from './social-refusal.ts'
import { startFlow } from './state.ts'

const linkBody = z.object({
  provider: z.string(),
  callbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
  disableRedirect: z.boolean().optional(),
  scopes: z.array(z.string().max(255)).max(50).optional(),
  idToken: givenIdToken.optional(),
})

const signInBody = linkBody.extend({
  newUserCallbackURL: z.string().optional(),
  requestSignUp: z.boolean().optional(),
  loginHint: z.string().max(500).optional(),
  allowMissingEmail: z.boolean().optional().describe('Not in better-auth: a placeholder replaces a missing email'),
})

const entered = z.object({
  redirect: z.boolean(),
  url: z.string().optional(),
  token: z.string().optional(),
  user: userSchema.optional(),
})

const socialProvider = z
  .object({
    id: z.enum(providerIds),
    name: z.string(),
    demo: z.boolean().describe('Provided by the development server'),
    linkable: z.boolean().describe('Whether a signed-in user can link an account of this provider'),
  })
  .meta({ id: 'SocialProvider' })

const errorsOfIdTokens = [
  'ID_TOKEN_ALREADY_USED',
  'ID_TOKEN_NOT_SUPPORTED',
  'INVALID_ID_TOKEN',
  'PROVIDER_HIDES_USER_INFO',
  'USER_EMAIL_NOT_FOUND',
] as const

export function socialRoutes({ get, post }: Calls, ctx: Context): void {
  const providers = configureProviders(ctx.config)
  callbackRoutes({ get, post }, ctx, providers)
  accessTokenRoutes({ get, post }, ctx, providers)

  const requireProvider = (name: string): ConfiguredProvider => {
    const id = providerIds.find((known) => known === name)
    const provider = id && providers.get(id)
    if (!provider) throw new ApiError('PROVIDER_NOT_FOUND')
    return provider
  }

  get('/social-providers', 'listSocialProviders', 'List the enabled providers', {
    errors: [],
    returns: z.array(socialProvider),
    handler: async () => [...providers.values()],
  })

  post('/sign-in/social', 'signInSocial', 'Sign in at a provider, or with its id_token', {
    errors: [
      ...errorsOfIdTokens,
      'ACCOUNT_NOT_LINKED',
      'BANNED_USER',
      'EMAIL_NOT_VERIFIED',
      'INVALID_CALLBACKURL',
      'INVALID_EMAIL',
      'INVALID_ERRORCALLBACKURL',
      'INVALID_NEWUSERCALLBACKURL',
      'PROVIDER_NOT_FOUND',
      'SIGNUP_DISABLED',
      'UNABLE_TO_CREATE_VERIFICATION',
    ],
    journal: [...arrivalEvents, 'session.created', 'sign-in.refused'],
    body: signInBody,
    returns: z.union([entered, factorRequested]),
    async handler(request) {
      const { body } = request
      const provider = requireProvider(body.provider)
      if (body.idToken) {
        const arrival = await arriveByIdToken(ctx, provider, body.idToken)
        const link = { client: clientOf(ctx, request), callbackURL: body.callbackURL }
        const { active } = await signInArrival(
          ctx,
          { ...arrival, allowMissingEmail: body.allowMissingEmail },
          link,
        ).catch(refuseAsJson(request, 'sign-in'))
        if (!active.session) return requestFactor(ctx, request, active)
        setSessionCookie(ctx, request, active, true)
        return { redirect: false, token: active.session.token, user: active.user }
      }
      const url = await startFlow(ctx, request, provider, {
        ...flowTargets(ctx, body),
        ...(body.newUserCallbackURL && { newUserURL: body.newUserCallbackURL }),
        allowMissingEmail: body.allowMissingEmail,
        scopes: body.scopes ?? [],
        loginHint: body.loginHint,
      })
      return { url, redirect: !body.disableRedirect }
    },
  })

  get('/expo-authorization-proxy', 'expoAuthorizationProxy', "Continue at a provider, for better-auth's Expo client", {
    errors: ['INVALID_REDIRECTURL'],
    querystring: z.object({ authorizationURL: z.string() }),
    response: redirection,
    handler: async ({ query: { authorizationURL } }, reply) => {
      const starts = [...providers.values()].map((one) => `${one.reach(one.authorizationUrl).href}?`)
      if (!starts.some((start) => authorizationURL.startsWith(start))) throw new ApiError('INVALID_REDIRECTURL')
      return redirect(reply, authorizationURL)
    },
  })

  post('/link-social', 'linkSocial', "Link a provider's account to the signed-in user", {
    errors: [
      ...errorsOfIdTokens,
      'ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED',
      'ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED',
      'INVALID_CALLBACKURL',
      'INVALID_ERRORCALLBACKURL',
      'PROVIDER_NOT_FOUND',
      'SESSION_IS_NOT_FRESH',
      'UNABLE_TO_CREATE_VERIFICATION',
      'UNAUTHORIZED',
    ],
    journal: ['provider.linked'],
    body: linkBody,
    returns: z.object({ url: z.string(), redirect: z.boolean(), status: z.boolean().optional() }),
    async handler(request) {
      const { body } = request
      const { user, session } = await requireProof(ctx, request)
      const link = { userId: user.id, sessionId: session.id }
      const provider = requireProvider(body.provider)
      if (body.idToken) {
        const arrival = await arriveByIdToken(ctx, provider, body.idToken)
        await linkArrival(ctx, arrival, link).catch(refuseAsJson(request, 'link'))
        return { url: '', redirect: false, status: true }
      }
      const start = { ...flowTargets(ctx, body), link, scopes: body.scopes ?? [], loginHint: undefined }
      return { url: await startFlow(ctx, request, provider, start), redirect: !body.disableRedirect }
    },
  })
}

function flowTargets(ctx: Context, body: z.infer<typeof linkBody>) {
  const callbackURL = body.callbackURL || ctx.config.AUTH_URL
  // An app waits for the browser to come back.
  const errorURL = body.errorCallbackURL || (isAppUrl(callbackURL) ? callbackURL : '')
  return { callbackURL, ...(errorURL && { errorURL }) }
}
