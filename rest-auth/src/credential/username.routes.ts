import { z } from 'zod'
import type { Context } from '../context.ts'
import { knownBrowsers } from '../rate-limit/known-browser.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { readOffer } from '../verification/proof-cookie.ts'
import { clientOf } from '../session/create-session.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { userSummarySchema } from '../user/user.ts'
import { checkUsername, isUsernameFree } from '../username/username.ts'
import { signInByUsername } from './credential.ts'

const call = callsOf('username')

export function usernameRoutes(app: App, ctx: Context): void {
  app.post(
    '/sign-in/username',
    call('signInUsername', 'Sign in with username and password', {
      body: z.object({
        username: z.string(),
        password: z.string(),
        rememberMe: z.boolean().optional(),
        callbackURL: z.string().optional(),
      }),
      response: {
        200: z.object({
          token: z.string(),
          user: userSummarySchema.extend({ username: z.string().nullable() }),
          redirect: z.boolean().optional(),
          url: z.string().optional(),
        }),
      },
    }),
    async (request) => {
      const { username, password, callbackURL, rememberMe: remember = true } = request.body
      const browsers = knownBrowsers(ctx, request)
      const offer = readOffer(ctx, request)
      const input = { password, remember, callbackURL, browsers, turn: request.signInTurn, offer }
      const active = await signInByUsername(ctx, username, input, clientOf(ctx, request))
      const { user } = active
      setSessionCookie(ctx, request, active, remember)
      return { token: active.session.token, user, ...(callbackURL && { redirect: true, url: callbackURL }) }
    },
  )

  app.post(
    '/is-username-available',
    call('isUsernameAvailable', 'Whether a username is free', {
      body: z.object({ username: z.string() }),
      response: { 200: z.object({ available: z.boolean() }) },
    }),
    async (request) => {
      checkUsername(ctx, request.body.username)
      return { available: await isUsernameFree(ctx, request.body.username) }
    },
  )
}
