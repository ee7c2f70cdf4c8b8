import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { deriveSecrets } from '../crypto/derived-secrets.ts'
import { readSignedValue, signValue, type Secrets } from '../crypto/signed-value.ts'
import type { App } from './calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The first cookie of a name wins. */
    cookies: Readonly<Record<string, string | undefined>>
    /** Keyed by full name; the last cookie of a name wins. */
    cookiesToSet: Map<string, SetCookie>
    /** Sent in the `set-auth-token` header. */
    authTokenToSet: string | undefined
  }
}

/** Headers that a page cannot omit. Not `Sec-Fetch-Mode`, which Node's fetch also sends. */
const browserHeaders = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-dest'] as const

export const isFromBrowser = ({ headers }: FastifyRequest): boolean =>
  browserHeaders.some((name) => headers[name] !== undefined)

const noCookies = Object.freeze({})

export function useCookies(app: App): void {
  app.decorateRequest('cookies')
  app.decorateRequest('cookiesToSet')
  app.decorateRequest('authTokenToSet')
  app.addHook('onRequest', (request, _, done) => {
    request.cookies = request.headers.cookie === undefined ? noCookies : parseCookie(request.headers.cookie)
    request.cookiesToSet = new Map()
    done()
  })
  app.addHook('onSend', (request, reply, _, done) => {
    if (!request.cookiesToSet || request.cookiesToSet.size === 0) return done() // malformed URLs skip onRequest
    const texts = [...request.cookiesToSet.values()].map((cookie) =>
      stringifySetCookie(cookie, { encode: encodeURIComponent }),
    )
    reply.header('set-cookie', texts)
    if (request.authTokenToSet !== undefined) reply.header('set-auth-token', request.authTokenToSet)
    done()
  })
}

const isSecure = ({ AUTH_URL }: Config): boolean => AUTH_URL.startsWith('https:')

/** `__Host-` (COOKIE_HOST_PREFIX) keeps other hosts of the domain from setting the cookie. */
export function cookieName(config: Config, name: string): string {
  const prefix = config.COOKIE_HOST_PREFIX ? '__Host-' : '__Secure-'
  return `${isSecure(config) ? prefix : ''}better-auth.${name}`
}

/** better-auth signs session cookies with the secret itself. All others use derived secrets. */
function keysOf({ secrets, sessionSecrets }: Config, name: string): Secrets {
  const isInterface = name === 'dont_remember' || name.startsWith('session_token')
  return isInterface ? sessionSecrets : deriveSecrets(secrets, `cookie ${name}`)
}

export function readSignedCookie(ctx: Context, request: FastifyRequest, name: string): string | null {
  const signed = request.cookies[cookieName(ctx.config, name)]
  return signed === undefined ? null : readSignedValue(keysOf(ctx.config, name), signed)
}

/** `maxAge` is in seconds. Without it, the cookie lasts for the browser session. */
export function setCookie(ctx: Context, request: FastifyRequest, name: string, value: string, maxAge?: number): void {
  const full = cookieName(ctx.config, name)
  const secure = isSecure(ctx.config)
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
  setCookie(ctx, request, name, signValue(keysOf(ctx.config, name), value), maxAge)
}

export function clearCookie(ctx: Context, request: FastifyRequest, name: string): void {
  setCookie(ctx, request, name, '', 0)
}
