import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import type { App } from '../http/app-type.ts'
import { setSessionCookie } from '../http/cookies.ts'
import { answerError } from '../http/error-handler.ts'
import { requireSession } from '../http/session-guard.ts'
import { providerIds } from '../provider-config.ts'
import { clientOf } from '../session/create-session.ts'
import { userSummarySchema } from '../user/user.ts'
import { accessTokenRoutes } from './access-token.routes.ts'
import { arriveByIdToken } from './arrival.ts'
import { answerCallback, errorPage } from './callback.ts'
import { configureProviders, type ConfiguredProvider } from './configured-providers.ts'
import { linkArrival, signInArrival } from './link.ts'
import { SocialRefusal, type SocialRefusalCode } from './social-refusal.ts'
import { startFlow } from './state.ts'

const tags = ['social']

const idToken = z.object({
  token: z.string(),
  nonce: z.string().optional(),
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
  expiresAt: z.number().optional(),
})

const linkBody = z.object({
  provider: z.enum(providerIds),
  callbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
  scopes: z.array(z.string().max(255)).max(50).optional(),
  idToken: idToken.optional(),
})

const signInBody = linkBody.extend({
  newUserCallbackURL: z.string().optional(),
  disableRedirect: z.boolean().optional(),
  requestSignUp: z.boolean().optional(),
  loginHint: z.string().max(500).optional(),
})

const callbackFields = z.object({
  code: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
  state: z.string().optional(),
  device_id: z.string().optional(),
  user: z.string().optional(),
})

const redirection = z.null().describe('The browser goes on to `Location`.')
const callbackParams = z.object({ id: z.string() })

/** Sign-in at providers, and linking of their accounts. */
export function socialRoutes(app: App, ctx: Context): void {
  const providers = configureProviders(ctx.config)
  accessTokenRoutes(app, ctx, providers)

  const requireProvider = (id: string): ConfiguredProvider => {
    const provider = providers.get(id)
    if (!provider) throw new ApiError('PROVIDER_NOT_FOUND')
    return provider
  }

  app.get(
    '/social-providers',
    {
      schema: {
        operationId: 'listSocialProviders',
        tags,
        response: { 200: z.array(z.object({ id: z.enum(providerIds), name: z.string(), demo: z.boolean() })) },
      },
    },
    async () => [...providers.values()],
  )

  app.post(
    '/sign-in/social',
    {
      schema: {
        operationId: 'signInSocial',
        tags,
        body: signInBody,
        response: {
          200: z.object({
            redirect: z.boolean(),
            url: z.string().optional(),
            token: z.string().optional(),
            user: userSummarySchema.optional(),
          }),
        },
      },
    },
    async (request) => {
      const { body } = request
      const provider = requireProvider(body.provider)
      if (body.idToken) {
        const arrival = await arriveByIdToken(ctx, provider, body.idToken)
        const { active } = await signInArrival(ctx, arrival, clientOf(request), body.callbackURL).catch(
          refuseAsJson(request),
        )
        setSessionCookie(ctx, request, active, true)
        return { redirect: false, token: active.session.token, user: active.user }
      }
      const url = await startFlow(ctx, request, provider, {
        ...flowTargets(ctx, body),
        ...(body.newUserCallbackURL && { newUserURL: body.newUserCallbackURL }),
        ...(body.requestSignUp !== undefined && { requestSignUp: body.requestSignUp }),
        scopes: body.scopes ?? [],
        loginHint: body.loginHint,
      })
      return { url, redirect: !body.disableRedirect }
    },
  )

  app.post(
    '/link-social',
    {
      schema: {
        operationId: 'linkSocial',
        tags,
        body: linkBody,
        response: { 200: z.object({ url: z.string(), redirect: z.boolean(), status: z.boolean().optional() }) },
      },
    },
    async (request) => {
      const { body } = request
      const { user } = await requireSession(ctx, request)
      const provider = requireProvider(body.provider)
      if (body.idToken) {
        const arrival = await arriveByIdToken(ctx, provider, body.idToken)
        await linkArrival(ctx, arrival, user.id).catch(refuseAsJson(request, linkRefusals))
        return { url: '', redirect: false, status: true }
      }
      const link = { userId: user.id, email: user.email }
      const start = { ...flowTargets(ctx, body), link, scopes: body.scopes ?? [], loginHint: undefined }
      return { url: await startFlow(ctx, request, provider, start), redirect: true }
    },
  )

  const callbackErrors = {
    // Whatever the provider sent that we cannot read, the person at the browser must see a page.
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      if (error instanceof ApiError && error.status !== 400) return answerError(error, request, reply)
      return void reply.redirect(errorPage(ctx, 'invalid_callback_request'))
    },
  }
  app.get(
    '/callback/:id',
    {
      ...callbackErrors,
      schema: {
        operationId: 'socialCallback',
        tags,
        params: callbackParams,
        querystring: callbackFields,
        response: { 302: redirection },
      },
    },
    async (request, reply) =>
      reply.redirect(await answerCallback(ctx, providers, request, request.params.id, request.query)),
  )
  app.post(
    '/callback/:id',
    {
      ...callbackErrors,
      schema: {
        operationId: 'socialCallbackForm',
        tags,
        params: callbackParams,
        body: callbackFields,
        response: { 302: redirection },
      },
    },
    async (request, reply) =>
      reply.redirect(await answerCallback(ctx, providers, request, request.params.id, request.body)),
  )
}

const flowTargets = (ctx: Context, body: z.infer<typeof linkBody>) => ({
  callbackURL: body.callbackURL || ctx.config.origin,
  ...(body.errorCallbackURL && { errorURL: body.errorCallbackURL }),
})

const signInRefusals: Partial<Record<SocialRefusalCode, ErrorKey>> = {
  email_not_found: 'USER_EMAIL_NOT_FOUND',
  account_not_linked: 'ACCOUNT_NOT_LINKED',
  signup_disabled: 'SIGNUP_DISABLED',
  unable_to_create_user: 'UNABLE_TO_CREATE_USER',
  unable_to_link_account: 'UNABLE_TO_LINK_ACCOUNT',
  unable_to_create_session: 'UNABLE_TO_CREATE_SESSION',
  account_already_linked_to_different_user: 'ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER',
}
const linkRefusals: typeof signInRefusals = {
  ...signInRefusals,
  unable_to_link_account: 'ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED',
  "email_doesn't_match": 'ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED',
}

const refuseAsJson =
  (request: FastifyRequest, keys = signInRefusals) =>
  (error: unknown): never => {
    const key = error instanceof SocialRefusal ? keys[error.code] : undefined
    if (!key) throw error
    if (error instanceof SocialRefusal && error.cause) request.log.error({ err: error.cause }, error.code)
    throw new ApiError(key)
  }
