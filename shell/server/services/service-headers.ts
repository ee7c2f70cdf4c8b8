import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { pathOfService } from 'registry/service/services.ts'
import { isRead } from '../proxy.ts'
import { filePolicy } from 'registry/http/file-policy.ts'

// An allowlist: nobody can list all headers that frameworks trust (X-User-Id, X-Original-URL).
const forwardedRequestHeaders = [
  'accept', 'accept-encoding', 'accept-language', 'cache-control', 'content-encoding', 'content-language', 'content-length', 'content-type',
  'idempotency-key', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'last-event-id', 'prefer', 'range',
  'traceparent', 'tracestate', 'user-agent',
] as const // prettier-ignore

const bodyHeaders = ['content-encoding', 'content-language', 'content-length', 'content-type']

export function requestHeaders(
  { id, ip, headers, method }: FastifyRequest,
  { authUrl, remote, token }: { authUrl: string; remote: string; token: { readonly value: string } },
): Record<string, string> {
  const own: Record<string, string> = {}
  for (const name of forwardedRequestHeaders) {
    const value = headers[name]
    if (typeof value === 'string' && (!isRead(method) || !bodyHeaders.includes(name))) own[name] = value
  }
  return {
    ...own,
    authorization: `Bearer ${token.value}`,
    'x-request-id': id,
    'x-forwarded-for': ip,
    // From the setting, not from the request: services build links from them.
    'x-forwarded-proto': new URL(authUrl).protocol.slice(0, -1),
    'x-forwarded-host': new URL(authUrl).host,
    'x-forwarded-prefix': pathOfService(remote),
  }
}

/** No cookies on the product's origin, no CORS permissions and no authentication dialog. */
const forwardedResponseHeaders = [
  'accept-ranges', 'age', 'allow', 'cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-length',
  'content-range', 'content-type', 'etag', 'expires', 'last-modified', 'location', 'retry-after', 'vary',
] as const // prettier-ignore

/** Adds a policy, so that a response opened as a page runs nothing, and keeps shared caches out. */
export function responseHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): IncomingHttpHeaders {
  const own: IncomingHttpHeaders = {}
  for (const name of forwardedResponseHeaders) {
    const value = [headers[name] ?? []].flat().join(', ')
    if (value !== '') own[name] = value
  }
  return {
    ...own,
    'cache-control': isPrivate(own['cache-control']) ? own['cache-control'] : 'no-store',
    // The organization depends on the page (page-organization.ts).
    vary: [...(own.vary === undefined ? [] : [own.vary]), 'referer'].join(', '),
    'content-security-policy': filePolicy,
    // nginx would buffer several kilobytes of events.
    ...(own['content-type']?.startsWith('text/event-stream') && { 'x-accel-buffering': 'no' }),
  }
}

/** Rejects `private="x-name"`, which covers one header only, and contradictions like `public`. */
const isPrivate = (control = ''): boolean =>
  /(^|[\s,])private([\s,]|$)/i.test(control) && !/(^|[\s,])(public|s-maxage)\b/i.test(control)

/** Returns null if the redirect leaves the service. `from` is the requested path. */
export function rewriteRedirect(location: string, remote: string, upstream: string, from: string): string | null {
  if (!URL.canParse(location, upstream + from)) return null
  const { origin, pathname, search, hash } = new URL(location, upstream + from)
  return origin === upstream ? pathOfService(remote) + pathname + search + hash : null
}

/** Returns null if the path could leave `/api/<remote>` when decoded repeatedly on the way. */
export function pathAtService(url: string, remote: string): string | null {
  const [path = ''] = url.split('?', 1)
  const prefix = pathOfService(remote)
  if (path !== prefix && !path.startsWith(`${prefix}/`)) return null
  const below = path.slice(prefix.length) || '/'
  if (below.startsWith('//')) return null
  for (let text = below, times = 0; times < 5; times++) {
    // Some servers treat a segment with parameters (`..;a`) as `..`.
    if (/[\\\p{Cc}]/u.test(text) || /(^|\/)\.{1,2}(;[^/]*)?(\/|$)/.test(text)) return null
    const decoded = decode(text)
    if (decoded === null) return null
    if (decoded === text) return below
    text = decoded
  }
  return null
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
