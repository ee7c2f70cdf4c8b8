import { stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/calls.ts'
import { clearCookie, cookieName } from '../http/cookies.ts'
import { withQuery } from '../http/redirect.ts'
import { createOneTimeToken, redeemOneTimeToken } from '../one-time-token/one-time-token.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import type { ActiveSession } from '../session/session.ts'

const cookie = 'one_time_token'

/** Whether an app opens it, such as `myapp://profile`. Trusted origins name its scheme. */
export const isAppUrl = (url: string): boolean => /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(url)

/**
 * Takes a session from the system browser to the app that started the sign-in. Another app may
 * have the same scheme, so the token is worthless without the app's `state` cookie (RFC 8252, 8.1).
 */
export async function returnToApp(ctx: Context, url: string, { session }: ActiveSession, app: string): Promise<string> {
  const token = await createOneTimeToken(ctx, session, true, app)
  const maxAge = ctx.config.ONE_TIME_TOKEN_EXPIRES_IN
  // better-auth's client for Expo takes cookies out of the URL. This one is redeemed below.
  const line = stringifySetCookie({ name: cookieName(ctx.config, cookie), value: token, maxAge, path: '/' })
  return withQuery(url, { token, cookie: line })
}

/** The first call of the app with that cookie signs it in, whichever it is. */
export function redeemReturns(app: App, ctx: Context): void {
  const name = cookieName(ctx.config, cookie)
  app.addHook('preHandler', (request, _, done) => {
    const token = request.cookies[name]
    if (token === undefined) return done()
    redeem(ctx, request, token).then(() => done(), done)
  })
}

async function redeem(ctx: Context, request: FastifyRequest, token: string): Promise<void> {
  clearCookie(ctx, request, cookie)
  try {
    const { active, remembered } = await redeemOneTimeToken(ctx, request, token)
    setSessionCookie(ctx, request, active, remembered)
    request.sessionTokens = [active.session.token]
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
