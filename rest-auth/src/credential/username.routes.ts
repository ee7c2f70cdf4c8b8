import { z } from 'zod'
import { findCredentialByUsername } from '../account/account.sql.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/app-type.ts'
import { proveByPassword } from '../verification/proof-cookie.ts'
import { clientOf, createSession } from '../session/create-session.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { userSummarySchema } from '../user/user.ts'
import { checkUsername, isUsernameFree } from '../username/username.ts'
import { checkCredential, mayEnter } from './credential.ts'

const tags = ['username']

/** Sign-in by username, and whether one is free. */
export function usernameRoutes(app: App, ctx: Context): void {
  app.post(
    '/sign-in/username',
    {
      schema: {
        operationId: 'signInUsername',
        summary: 'Sign in with username and password',
        tags,
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
      },
    },
    async (request) => {
      const { username, password, callbackURL, rememberMe: remember = true } = request.body
      if (!ctx.config.EMAIL_PASSWORD_ENABLED) throw new ApiError('EMAIL_AND_PASSWORD_IS_NOT_ENABLED')
      if (username === '' || password === '') throw new ApiError('INVALID_USERNAME_OR_PASSWORD')
      checkUsername(ctx, username)
      const found = await findCredentialByUsername(ctx, username.toLowerCase())
      const proven = await checkCredential(ctx, found, password)
      if (!proven) throw new ApiError('INVALID_USERNAME_OR_PASSWORD')
      const { user, passwordHash } = proven
      if (!(await mayEnter(ctx, user, clientOf(request), callbackURL)))
        throw new ApiError('USERNAME_EMAIL_NOT_VERIFIED')
      const active = await createSession(ctx, user, clientOf(request), { remember, passwordHash })
      setSessionCookie(ctx, request, active, remember)
      await proveByPassword(ctx, request, user)
      return { token: active.session.token, user, ...(callbackURL && { redirect: true, url: callbackURL }) }
    },
  )

  app.post(
    '/is-username-available',
    {
      schema: {
        operationId: 'isUsernameAvailable',
        summary: 'Whether a username is free',
        tags,
        body: z.object({ username: z.string() }),
        response: { 200: z.object({ available: z.boolean() }) },
      },
    },
    async (request) => {
      checkUsername(ctx, request.body.username)
      return { available: await isUsernameFree(ctx, request.body.username) }
    },
  )
}
