import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { readSignedValue, signValue } from '../crypto/signed-value.ts'
import type { ActiveSession, Session } from '../session/session.ts'
import type { App } from './app-type.ts'
import { packSessionCache } from './session-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Cookies that came with the request; the first of a name wins. */
    cookies: Readonly<Record<string, string | undefined>>
    /** Cookies that the answer will set, by full name; the last of a name wins. */
    cookiesToSet: Map<string, SetCookie>
    /** The signed session token that the answer's `set-auth-token` header will carry. */
    authTokenToSet: string | undefined
  }
}

/** At most one fewer than this many sessions of other people stay reachable in one browser. */
const multiSessionLimit = 5
const multiSession = 'session_token_multi-'
const day = 86_400_000
const noCookies = Object.freeze({})
const fromBrowser = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'] as const

/** Makes `request.cookies` and `request.cookiesToSet`, and writes the latter onto every answer. */
export function useCookies(app: App): void {
  app.decorateRequest('cookies')
  app.decorateRequest('cookiesToSet')
  app.decorateRequest('authTokenToSet')
  app.addHook('onRequest', async (request) => {
    request.cookies = request.headers.cookie === undefined ? noCookies : parseCookie(request.headers.cookie)
    request.cookiesToSet = new Map()
  })
  app.addHook('onSend', async (request, reply) => {
    if (!request.cookiesToSet || request.cookiesToSet.size === 0) return // a malformed URL ends before onRequest
    const texts = [...request.cookiesToSet.values()].map((cookie) =>
      stringifySetCookie(cookie, { encode: encodeURIComponent }),
    )
    reply.header('set-cookie', texts)
    if (request.authTokenToSet !== undefined) reply.header('set-auth-token', request.authTokenToSet)
  })
}

/** Full name of a cookie: `__Secure-better-auth.session_token` behind https, without the prefix otherwise. */
export function cookieName(config: Config, name: string): string {
  return `${config.AUTH_URL.startsWith('https:') ? '__Secure-' : ''}better-auth.${name}`
}

/** Value of a cookie that we signed; null when it is missing or the signature is wrong. */
export function readSignedCookie(ctx: Context, request: FastifyRequest, name: string): string | null {
  const signed = request.cookies[cookieName(ctx.config, name)]
  return signed === undefined ? null : readSignedValue(ctx.config.secrets, signed)
}

/** Sets a cookie, as it is. Without `maxAge` (seconds) it ends with the browser. */
function setCookie(ctx: Context, request: FastifyRequest, name: string, value: string, maxAge?: number): void {
  const full = cookieName(ctx.config, name)
  const secure = full.startsWith('__Secure-')
  const cookie: SetCookie = { name: full, value, path: '/', httpOnly: true, secure, sameSite: 'lax' }
  request.cookiesToSet.set(full, maxAge === undefined ? cookie : { ...cookie, maxAge })
}

export function setSignedCookie(
  ctx: Context,
  request: FastifyRequest,
  name: string,
  value: string,
  maxAge?: number,
): void {
  setCookie(ctx, request, name, signValue(ctx.config.secrets, value), maxAge)
}

export function clearCookie(ctx: Context, request: FastifyRequest, name: string): void {
  setCookie(ctx, request, name, '', 0)
}

/** Whether the session outlives the browser. One that does not lives for a day; where all live no longer, a cookie tells. */
export function isRemembered(ctx: Context, request: FastifyRequest, { createdAt, expiresAt }: Session): boolean {
  if (ctx.config.SESSION_EXPIRES_IN * 1000 > day) return expiresAt.getTime() - createdAt.getTime() > day
  return readSignedCookie(ctx, request, 'dont_remember') !== 'true'
}

/**
 * Gives the browser this session. A sign-in says whether it is remembered; everything else leaves that as it was.
 * A program that sends none of a browser's headers gets the signed token in `set-auth-token` too.
 */
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
  addDeviceSession(ctx, request, session.token, remembered)
  if (fromBrowser.every((name) => request.headers[name] === undefined)) {
    request.authTokenToSet = encodeURIComponent(signValue(ctx.config.secrets, session.token))
  }
}

/** Rewrites the cached copy of session and user, if the cache is on and the copy fits into a cookie. */
export function setSessionCache(ctx: Context, request: FastifyRequest, active: ActiveSession): void {
  const maxAge = ctx.config.SESSION_COOKIE_CACHE_MAX_AGE
  if (maxAge === 0) return
  const packed = packSessionCache(ctx, active)
  if (packed === null) clearCookie(ctx, request, 'session_data')
  else setCookie(ctx, request, 'session_data', packed, maxAge)
}

/** Takes the session from the browser. Other people's sessions in it stay. */
export function clearSessionCookies(ctx: Context, request: FastifyRequest): void {
  for (const name of ['session_token', 'session_data', 'dont_remember']) clearCookie(ctx, request, name)
}

/** The sessions that this browser may switch between: name of the cookie (without prefix) and token. */
export function deviceSessions(ctx: Context, request: FastifyRequest): { name: string; token: string }[] {
  return deviceCookieNames(ctx, request).flatMap((name) => {
    const token = readSignedCookie(ctx, request, name)
    return token === null ? [] : [{ name, token }]
  })
}

export function deviceCookieNames(ctx: Context, request: FastifyRequest): string[] {
  const prefix = cookieName(ctx.config, '')
  return Object.keys(request.cookies)
    .filter((name) => name.startsWith(prefix + multiSession))
    .map((name) => name.slice(prefix.length))
}

/** Takes one session from those that the browser may switch to. */
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
