import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { signValue } from '../crypto/signed-value.ts'
import { rememberBrowser } from '../rate-limit/known-browser.ts'
import {
  clearCookie,
  cookieName,
  isFromBrowser,
  readSignedCookie,
  readSignedCookies,
  setCookie,
  setSignedCookie,
} from '../http/cookies.ts'
import { packSessionCache } from './session-cache.ts'
import type { ActiveSession, Session } from './session.ts'

const multiSessionLimit = 5
const multiSession = 'session_token_multi-'
const administratorCookie = 'admin_session'
const day = 86_400_000

/** Judges by the session's length or, if even remembered ones are short, by a cookie. */
export function isRemembered(ctx: Context, request: FastifyRequest, { createdAt, expiresAt }: Session): boolean {
  if (ctx.config.SESSION_EXPIRES_IN * 1000 > day) return expiresAt.getTime() - createdAt.getTime() > day
  return !readSignedCookies(ctx, request, 'dont_remember').includes('true')
}

/** Without `remember`, the kind of session stays the same. */
export function setSessionCookie(
  ctx: Context,
  request: FastifyRequest,
  active: ActiveSession,
  remember?: boolean,
): void {
  const { session } = active
  const remembered = remember ?? isRemembered(ctx, request, session)
  const secondsLeft = Math.max(0, Math.ceil((session.expiresAt.getTime() - ctx.now().getTime()) / 1000))
  setSignedCookie(ctx, request, 'session_token', session.token, remembered ? secondsLeft : undefined)
  if (!remembered) setSignedCookie(ctx, request, 'dont_remember', 'true')
  else if (request.cookies[cookieName(ctx.config, 'dont_remember')] !== undefined)
    clearCookie(ctx, request, 'dont_remember')
  setSessionCache(ctx, request, active)
  // Not among the browser's accounts: only `stop-impersonating` leads back.
  if (session.impersonatedBy === null) addDeviceSession(ctx, request, session.token, remembered)
  if (remember) rememberBrowser(ctx, request, active.user.id, session.id)
  if (!isFromBrowser(request)) {
    request.authTokenToSet = encodeURIComponent(signValue(ctx.config.secrets, session.token))
  }
}

export function setSessionCache(ctx: Context, request: FastifyRequest, active: ActiveSession): void {
  const maxAge = ctx.config.SESSION_COOKIE_CACHE_MAX_AGE
  if (maxAge === 0) return
  // An impersonation ends at once.
  const packed = active.session.impersonatedBy === null ? packSessionCache(ctx, active) : null
  if (packed === null) clearCookie(ctx, request, 'session_data')
  else setCookie(ctx, request, 'session_data', packed, maxAge)
}

/** The administrator's own session, as in better-auth. */
export function keepAdministratorSession(ctx: Context, request: FastifyRequest, session: Session): void {
  const isForgotten = isRemembered(ctx, request, session) ? '' : 'true'
  setSignedCookie(ctx, request, administratorCookie, `${session.token}:${isForgotten}`)
}

export function readAdministratorSession(ctx: Context, request: FastifyRequest) {
  const [token, isForgotten] = readSignedCookie(ctx, request, administratorCookie)?.split(':') ?? []
  return token === undefined ? null : { token, remember: !isForgotten }
}

export const forgetAdministratorSession = (ctx: Context, request: FastifyRequest): void =>
  clearCookie(ctx, request, administratorCookie)

/** Keeps the cookies of other users' sessions. */
export function clearSessionCookies(ctx: Context, request: FastifyRequest): void {
  for (const name of ['session_token', 'session_data', 'dont_remember']) clearCookie(ctx, request, name)
}

/** By cookie name without prefix. */
export function deviceSessions(ctx: Context, request: FastifyRequest): { name: string; token: string }[] {
  return deviceCookieNames(ctx, request).flatMap((name) => {
    const token = readSignedCookies(ctx, request, name).find((signed) => name === multiSession + signed.toLowerCase())
    return token === undefined ? [] : [{ name, token }]
  })
}

export function deviceCookieNames(ctx: Context, request: FastifyRequest): string[] {
  const prefix = cookieName(ctx.config, '')
  return Object.keys(request.cookies)
    .filter((name) => name.startsWith(prefix + multiSession))
    .map((name) => name.slice(prefix.length))
}

export function forgetDeviceSession(ctx: Context, request: FastifyRequest, token: string): void {
  const name = multiSession + token.toLowerCase()
  if (request.cookies[cookieName(ctx.config, name)] !== undefined) clearCookie(ctx, request, name)
}

function addDeviceSession(ctx: Context, request: FastifyRequest, token: string, remembered: boolean): void {
  const name = multiSession + token.toLowerCase()
  const known = deviceCookieNames(ctx, request).filter(
    (one) => request.cookiesToSet.get(cookieName(ctx.config, one))?.maxAge !== 0,
  )
  if (known.includes(name) || known.length + 1 >= multiSessionLimit) return
  setSignedCookie(ctx, request, name, token, remembered ? ctx.config.SESSION_EXPIRES_IN : undefined)
}
