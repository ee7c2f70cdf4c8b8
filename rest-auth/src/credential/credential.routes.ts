import { bodyLimits } from 'service/body-limits.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { knownBrowsers } from '../rate-limit/known-browser.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { readOffer } from '../verification/proof-cookie.ts'
import { clientOf } from '../session/create-session.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { profileSchema, userSummarySchema } from '../user/user.ts'
import { signInByEmail, signUp } from './credential.ts'

const call = callsOf('credential')

const signUpBody = z.object({
  email: z.string(),
  password: z.string(),
  ...profileSchema.shape,
  callbackURL: z.string().optional(),
})

const signInBody = z.object({
  email: z.string(),
  password: z.string(),
  callbackURL: z.string().optional(),
  rememberMe: z.boolean().optional(),
})

const lengths = z.object({ minLength: z.int(), maxLength: z.int() })

export function credentialRoutes(app: App, ctx: Context): void {
  app.get(
    '/credential-rules',
    call(
      'credentialRules',
      'How long a new password and a new username may be here, for forms that say so before they are sent',
      { response: { 200: z.object({ password: lengths, username: lengths }) } },
    ),
    async () => ({
      password: { minLength: ctx.config.PASSWORD_MIN_LENGTH, maxLength: ctx.config.PASSWORD_MAX_LENGTH },
      username: { minLength: ctx.config.USERNAME_MIN_LENGTH, maxLength: ctx.config.USERNAME_MAX_LENGTH },
    }),
  )

  app.post(
    '/sign-up/email',
    {
      bodyLimit: bodyLimits.restAuth,
      ...call('signUpEmail', 'Sign up with address and password', {
        body: signUpBody,
        response: { 200: z.object({ token: z.string().nullable(), user: userSummarySchema }) },
      }),
    },
    async (request) => {
      const { user, active } = await signUp(ctx, request.body, clientOf(ctx, request))
      if (active) setSessionCookie(ctx, request, active, true)
      return { token: active?.session.token ?? null, user }
    },
  )

  app.post(
    '/sign-in/email',
    call('signInEmail', 'Sign in with address and password', {
      body: signInBody,
      response: {
        200: z.object({
          redirect: z.boolean(),
          token: z.string(),
          url: z.string().optional(),
          user: userSummarySchema,
        }),
      },
    }),
    async (request) => {
      const { email, password, callbackURL, rememberMe: remember = true } = request.body
      const browsers = knownBrowsers(ctx, request)
      const offer = readOffer(ctx, request)
      const input = { password, remember, callbackURL, browsers, turn: request.signInTurn, offer }
      const active = await signInByEmail(ctx, email, input, clientOf(ctx, request))
      setSessionCookie(ctx, request, active, remember)
      return { redirect: Boolean(callbackURL), token: active.session.token, url: callbackURL, user: active.user }
    },
  )
}
