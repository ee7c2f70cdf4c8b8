import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { deriveSecrets } from '../crypto/derived-secrets.ts'
import { readSignedValue, signValue, type Secrets } from '../crypto/signed-value.ts'
import { hashToken } from '../crypto/token.ts'
import type { App } from './calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The first cookie of each name. */
    cookies: Readonly<Record<string, string | undefined>>
    /** Keyed by full name; the last cookie of a name wins. */
    cookiesToSet: Map<string, SetCookie>
    /** Sent in the `set-auth-token` header. */
    authTokenToSet: string | undefined
  }
}

/** Headers that a page cannot omit. Not `Sec-Fetch-Mode`, which Node's fetch also sends. */
const pageHeaders = ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-dest'] as const

export const isFromPage = ({ headers }: FastifyRequest): boolean =>
  pageHeaders.some((name) => headers[name] !== undefined)

export const isFromBrowser = (request: FastifyRequest): boolean =>
  request.headers.cookie !== undefined || isFromPage(request)

const noCookies = Object.freeze({})

export function useCookies(app: App, config: Config): void {
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
    const toSet = [...request.cookiesToSet.values()]
    // Copies first: some browsers take a cookie of the domain for the host's own.
    const cookies = [...toSet.flatMap((cookie) => expireCopies(config, request, cookie)), ...toSet]
    const texts = cookies.map((cookie) => stringifySetCookie(cookie, { encode: encodeURIComponent }))
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

const maxCopies = 50

/**
 * In the order sent. Several if a server of the domain, or of another path, has set this cookie as
 * well: only their content tells which one is ours.
 */
export const cookieValues = (ctx: Context, request: FastifyRequest, name: string): string[] =>
  valuesOf(request, cookieName(ctx.config, name))

function valuesOf({ cookies, headers: { cookie = '' } }: FastifyRequest, full: string): string[] {
  const [first, start] = [cookies[full], `${full}=`]
  if (first === undefined) return []
  if (cookie.indexOf(start) === cookie.lastIndexOf(start)) return [first]
  const pairs = cookie.split(';').filter((pair) => pair.trimStart().startsWith(start))
  return pairs.slice(0, maxCopies).map((pair) => parseCookie(pair)[full] ?? '')
}

/** Those with a valid signature, each once. */
export function readSignedCookies(ctx: Context, request: FastifyRequest, name: string): string[] {
  const keys = keysOf(ctx.config, name)
  const values = cookieValues(ctx, request, name).map((signed) => readSignedValue(keys, signed))
  return [...new Set(values)].filter((value) => value !== null)
}

/** Whether one of them has this hash (`hashToken`). */
export const hasSignedCookie = (ctx: Context, request: FastifyRequest, name: string, hash: string): boolean =>
  readSignedCookies(ctx, request, name).some((value) => hashToken(value) === hash)

/** The first one that is valid. */
export const readSignedCookie = (ctx: Context, request: FastifyRequest, name: string): string | null =>
  readSignedCookies(ctx, request, name)[0] ?? null

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

/**
 * The browser would keep, and send, copies that another server of the domain or below our base path
 * has set. A single session cookie with another value may be the domain's, too.
 */
function expireCopies(config: Config, request: FastifyRequest, cookie: SetCookie): SetCookie[] {
  const sent = valuesOf(request, cookie.name)
  const isAnother = cookie.name.endsWith('session_token') && sent[0] !== cookie.value
  if (sent.length < (isAnother ? 1 : 2) || cookie.name.startsWith('__Host-')) return []
  const { hostname } = new URL(config.AUTH_URL)
  const labels = isIP(hostname) ? [] : hostname.split('.')
  const domains = labels.slice(0, -1).map((_, index) => ({ domain: labels.slice(index).join('.') }))
  const segments = sent.length > 1 ? config.AUTH_BASE_PATH.split('/') : []
  const paths = segments.slice(1).map((_, index) => ({ path: segments.slice(0, index + 2).join('/') }))
  return [...domains, ...paths].map((place) => ({ ...cookie, ...place, value: '', maxAge: 0 }))
}

export function clearCookie(ctx: Context, request: FastifyRequest, name: string): void {
  setCookie(ctx, request, name, '', 0)
}
