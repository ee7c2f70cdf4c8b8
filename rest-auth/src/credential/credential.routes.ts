import { bodyLimits } from 'service/body-limits.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { knownBrowsers } from '../rate-limit/known-browser.ts'
import type { Calls } from '../http/calls.ts'
import { readOffer } from '../verification/proof-cookie.ts'
import { clientOf, type Entered } from '../session/create-session.ts'
import { factorRequested, requestFactor } from '../session/second-factor.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { userSchema } from '../user/user.ts'
import { checkUsername, isUsernameFree } from '../username/username.ts'
import { errorsOfNewPasswords, signInByEmail, signInByUsername, signUp, signUpBody, type SignIn } from './credential.ts'

const signInBody = z.object({
  email: z.string(),
  password: z.string(),
  callbackURL: z.string().optional(),
  rememberMe: z.boolean().optional(),
})

const signedIn = z.object({
  redirect: z.boolean(),
  token: z.string(),
  url: z.string().optional(),
  user: userSchema,
})
const entered = z.union([signedIn, factorRequested])

const lengths = z.object({ minLength: z.int(), maxLength: z.int() })

export function credentialRoutes({ get, post }: Calls, ctx: Context): void {
  get(
    '/credential-rules',
    'credentialRules',
    'Return the length limits of passwords and usernames, and how long links work',
    {
      errors: [],
      returns: z.object({
        password: lengths,
        username: lengths,
        signUp: z.boolean().describe('Whether new users can sign up'),
        passwords: z.boolean().describe('Whether users can sign in and up with passwords, besides providers'),
        resetLinkExpiresIn: z.int().optional().describe('How long a link to a new password works, in seconds'),
        invitationExpiresIn: z.int().optional().describe('How long an invitation works, in seconds'),
      }),
      handler: async () => ({
        password: { minLength: ctx.config.PASSWORD_MIN_LENGTH, maxLength: ctx.config.PASSWORD_MAX_LENGTH },
        username: { minLength: ctx.config.USERNAME_MIN_LENGTH, maxLength: ctx.config.USERNAME_MAX_LENGTH },
        signUp: ctx.config.SIGN_UP_ENABLED,
        passwords: ctx.config.EMAIL_PASSWORD_ENABLED,
        resetLinkExpiresIn: ctx.config.RESET_PASSWORD_EXPIRES_IN,
        invitationExpiresIn: ctx.config.INVITATION_EXPIRES_IN,
      }),
    },
  )

  post('/sign-up/email', 'signUpEmail', 'Sign up with email and password', {
    errors: [
      ...errorsOfNewPasswords,
      'EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED',
      'FAILED_TO_CREATE_USER',
      'INVALID_CALLBACKURL',
      'INVALID_EMAIL',
      'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER',
      'USERNAME_IS_INVALID',
      'USERNAME_IS_TOO_LONG',
      'USERNAME_IS_TOO_SHORT',
      'USER_ALREADY_EXISTS',
    ],
    journal: ['account.created', 'session.created'],
    bodyLimit: bodyLimits.restAuth,
    body: signUpBody,
    returns: z.object({ token: z.string().nullable(), user: userSchema }),
    async handler(request) {
      const { user, active } = await signUp(ctx, request.body, clientOf(ctx, request))
      if (active?.session) setSessionCookie(ctx, request, active, true)
      return { token: active?.session?.token ?? null, user }
    },
  })

  post('/sign-in/email', 'signInEmail', 'Sign in with email and password', {
    errors: [
      'BANNED_USER',
      'EMAIL_AND_PASSWORD_IS_NOT_ENABLED',
      'EMAIL_NOT_VERIFIED',
      'FAILED_TO_CREATE_SESSION',
      'INVALID_CALLBACKURL',
      'INVALID_EMAIL',
      'INVALID_EMAIL_OR_PASSWORD',
      'INVALID_ERRORCALLBACKURL',
      'INVALID_NEWUSERCALLBACKURL',
      'INVALID_REDIRECTURL',
    ],
    journal: ['session.created', 'sign-in.refused'],
    body: signInBody,
    returns: entered,
    async handler(request) {
      const input = signInOf(ctx, request, request.body)
      return enter(ctx, request, input, await signInByEmail(ctx, request.body.email, input))
    },
  })
}

export function usernameRoutes({ post }: Calls, ctx: Context): void {
  post('/sign-in/username', 'signInUsername', 'Sign in with username and password', {
    errors: [
      'BANNED_USER',
      'EMAIL_AND_PASSWORD_IS_NOT_ENABLED',
      'INVALID_CALLBACKURL',
      'INVALID_USERNAME_OR_PASSWORD',
      'USERNAME_EMAIL_NOT_VERIFIED',
      'USERNAME_IS_INVALID',
      'USERNAME_IS_TOO_LONG',
      'USERNAME_IS_TOO_SHORT',
    ],
    journal: ['session.created', 'sign-in.refused'],
    body: z.object({
      username: z.string(),
      password: z.string(),
      rememberMe: z.boolean().optional(),
      callbackURL: z.string().optional(),
    }),
    returns: entered,
    async handler(request) {
      const input = signInOf(ctx, request, request.body)
      return enter(ctx, request, input, await signInByUsername(ctx, request.body.username, input))
    },
  })

  post('/is-username-available', 'isUsernameAvailable', 'Check whether a username is available', {
    errors: ['USERNAME_IS_INVALID', 'USERNAME_IS_TOO_LONG', 'USERNAME_IS_TOO_SHORT'],
    journal: 'It only reads',
    body: z.object({ username: z.string() }),
    returns: z.object({ available: z.boolean() }),
    async handler(request) {
      checkUsername(ctx, request.body.username)
      return { available: await isUsernameFree(ctx, request.body.username) }
    },
  })
}

const signInOf = (ctx: Context, request: FastifyRequest, given: Omit<z.infer<typeof signInBody>, 'email'>): SignIn => ({
  password: given.password,
  client: clientOf(ctx, request),
  remember: given.rememberMe ?? true,
  callbackURL: given.callbackURL,
  browsers: knownBrowsers(ctx, request),
  slot: request.signInSlot,
  offer: readOffer(ctx, request),
})

function enter(ctx: Context, request: FastifyRequest, { remember, callbackURL }: SignIn, active: Entered) {
  if (!active.session) return requestFactor(ctx, request, active)
  setSessionCookie(ctx, request, active, remember)
  return { redirect: Boolean(callbackURL), token: active.session.token, url: callbackURL, user: active.user }
}
