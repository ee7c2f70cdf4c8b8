import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { pathOfService } from 'registry/service/services.ts'
import { filePolicy } from 'registry/http/file-policy.ts'

/**
 * What of a page's request goes along. Everything else stays here: cookies, the page's own Authorization, and every name by which some
 * framework would believe what it says (X-User-Id, X-Original-URL, X-HTTP-Method-Override …), of which there is no end.
 */
const passedOn = [
  'accept', 'accept-encoding', 'accept-language', 'cache-control', 'content-encoding', 'content-language', 'content-length', 'content-type',
  'idempotency-key', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'last-event-id', 'prefer', 'range',
  'traceparent', 'tracestate', 'user-agent',
] as const // prettier-ignore

const ofBodies = ['content-encoding', 'content-language', 'content-length', 'content-type']

/** The headers of the request to the service: what goes along, and what we know of it ourselves. */
export function requestHeaders(
  { id, ip, headers, method }: FastifyRequest,
  { authUrl, remote, token }: { authUrl: string; remote: string; token: { readonly value: string } },
): Record<string, string> {
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const own: Record<string, string> = {}
  for (const name of passedOn) {
    const value = headers[name]
    if (typeof value === 'string' && (hasBody || !ofBodies.includes(name))) own[name] = value
  }
  return {
    ...own,
    authorization: `Bearer ${token.value}`,
    'x-request-id': id,
    'x-forwarded-for': ip,
    // Of the product, whatever the request says: services make links of them.
    'x-forwarded-proto': new URL(authUrl).protocol.slice(0, -1),
    'x-forwarded-host': new URL(authUrl).host,
    'x-forwarded-prefix': pathOfService(remote),
  }
}

/** What of a service's answer reaches the page: no cookie of the product's origin, no leave for other origins, no log-in window. */
const passedBack = [
  'accept-ranges', 'age', 'allow', 'cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-length',
  'content-range', 'content-type', 'etag', 'expires', 'last-modified', 'location', 'retry-after', 'vary',
] as const // prettier-ignore

/** The headers of the answer. Opened by itself it runs nothing, and no cache that people share keeps what is for one of them. */
export function answerHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): IncomingHttpHeaders {
  const own: IncomingHttpHeaders = {}
  for (const name of passedBack) {
    // What comes more than once is a list here, whatever header it is.
    const value = [headers[name] ?? []].flat().join(', ')
    if (value !== '') own[name] = value
  }
  return {
    ...own,
    'cache-control': isPrivate(own['cache-control']) ? own['cache-control'] : 'no-store',
    'content-security-policy': filePolicy,
    // nginx would keep events until it has some kilobytes of them.
    ...(own['content-type']?.startsWith('text/event-stream') && { 'x-accel-buffering': 'no' }),
  }
}

/** For one person as a whole (`private="x-name"` is for that header), and nothing beside that some cache of many would rather believe. */
const isPrivate = (control = ''): boolean =>
  /(^|[\s,])private([\s,]|$)/i.test(control) && !/(^|[\s,])(public|s-maxage)\b/i.test(control)

/**
 * Where a redirect of a service leads, as a page is told: below the remote's own path. Null: elsewhere.
 * @param from path at the service that was asked for
 */
export function redirectWithin(location: string, remote: string, upstream: string, from: string): string | null {
  if (!URL.canParse(location, upstream + from)) return null
  const { origin, pathname, search, hash } = new URL(location, upstream + from)
  return origin === upstream ? pathOfService(remote) + pathname + search + hash : null
}

/**
 * The path at the service for an address of a request; null where it is not plainly one below `/api/<remote>`, however often somebody
 * on the way may decode it.
 */
export function pathAtService(url: string, remote: string): string | null {
  const [path = ''] = url.split('?', 1)
  const prefix = pathOfService(remote)
  if (path !== prefix && !path.startsWith(`${prefix}/`)) return null
  const below = path.slice(prefix.length) || '/'
  if (below.startsWith('//')) return null
  for (let text = below, times = 0; times < 5; times++) {
    // Segments with parameters (`..;a`) are dots to some servers.
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
