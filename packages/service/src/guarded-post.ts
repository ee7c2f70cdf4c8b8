import type { LookupAddress } from 'node:dns'
import { lookup as lookUpLocally, Resolver } from 'node:dns/promises'
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

// Requests to URLs that users choose. Without these rules, they could read or change what only this
// machine reaches: databases, other services, the metadata of the cloud.

export interface Guard {
  /** Hosts of the operator, which may be internal and without TLS. */
  readonly allowedHosts: readonly string[]
  readonly allowsLoopback: boolean
  /** By default with DNS. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/** Why there was no response with a status from 200 to 299. */
export const postErrors = ['status', 'redirect', 'address', 'dns', 'connection', 'tls', 'timeout'] as const
export type PostError = (typeof postErrors)[number]

export interface PostResult {
  readonly error: PostError | null
  readonly status: number | null
  /** In milliseconds. */
  readonly duration: number
}

const maxUrlLength = 2000
const maxResponse = 64 * 1024

/** Null unless it may be requested. The addresses of a name are checked with each request. */
export function parseGuardedUrl(text: string, guard: Guard): URL | null {
  const url = text.length > maxUrlLength ? null : URL.parse(text)
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return null
  const host = hostOf(url)
  const isTrusted = guard.allowedHosts.includes(host)
  const isLocal = guard.allowsLoopback && isLoopbackHost(host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (isTrusted || isLocal))) return null
  const isRefused = ipaddr.isValid(host) ? !mayReach(host, guard) : isLoopbackHost(host) && !isLocal
  return isRefused && !isTrusted ? null : url
}

/** Follows no redirect, and sends to the addresses that it has checked. Never returns the response's body. */
export async function guardedPost(
  guard: Guard,
  url: string,
  {
    headers,
    body,
    timeout,
    signal,
  }: { headers: Record<string, string>; body: string; timeout: number; signal?: AbortSignal },
): Promise<PostResult> {
  const start = performance.now()
  const end = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
  const result = (error: PostError | null, status: number | null = null): PostResult => ({
    error,
    status,
    duration: Math.round(performance.now() - start),
  })
  try {
    const parsed = parseGuardedUrl(url, guard)
    const addresses = parsed && (await resolveGuarded(parsed, guard, end))
    if (!parsed || !addresses) return result('address')
    const response = await send(parsed, addresses, { headers, body, signal: end })
    const { statusCode: status = 0 } = response
    const error = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status'
    const done = result(error, status)
    await discard(response)
    return done
  } catch (error) {
    if (signal?.aborted) throw error
    return result(end.aborted ? 'timeout' : errorOf(error))
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || (ipaddr.isValid(host) && isLoopback(ipaddr.process(host)))

const isLoopback = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => address.range() === 'loopback'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

function mayReach(text: string, { allowsLoopback }: Guard): boolean {
  const address = ipaddr.process(text)
  if (isLoopback(address)) return allowsLoopback
  const isAssigned = !(address instanceof ipaddr.IPv6) || address.match(globalUnicast)
  return address.range() === 'unicast' && isAssigned
}

/** Null if one of the addresses is internal. */
async function resolveGuarded(url: URL, guard: Guard, signal: AbortSignal): Promise<LookupAddress[] | null> {
  const host = hostOf(url)
  const isTrusted = guard.allowedHosts.includes(host)
  const { resolve = isTrusted || isLoopbackHost(host) ? resolveLocally : resolveByDns } = guard
  const found = ipaddr.isValid(host) ? [host] : await Promise.race([resolve(host), rejectAt(signal)])
  if (found.length === 0) throw new Error('no addresses', { cause: { code: 'ENOTFOUND' } })
  if (!isTrusted && !found.every((address) => mayReach(address, guard))) return null
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const rejectAt = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** With the names of this machine, such as /etc/hosts. */
const resolveLocally = async (host: string): Promise<string[]> =>
  (await lookUpLocally(host, { all: true })).map(({ address }) => address)

/** Not with getaddrinfo: slow name servers would occupy the few threads that also hash passwords. */
async function resolveByDns(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [v4, v6].flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason
  return found
}

function send(
  url: URL,
  addresses: LookupAddress[],
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_, { all }, done) => {
    const [first] = addresses
    if (all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  // No agent: a kept connection would belong to addresses of an earlier check.
  const options = { method: 'POST', headers: { ...headers, ...length }, agent: false, lookup, signal } as const
  return new Promise((resolve, reject) => {
    const request: ClientRequest =
      url.protocol === 'https:' ? requestHttps(url, options, resolve) : requestHttp(url, options, resolve)
    request.on('error', reject)
    request.end(body)
  })
}

/** Some servers report an error if nobody reads. */
async function discard(response: IncomingMessage): Promise<void> {
  let size = 0
  try {
    for await (const chunk of response) if ((size += Buffer.byteLength(chunk)) > maxResponse) break
  } catch {}
  response.destroy()
}

function errorOf(error: unknown): PostError {
  const { code: own, cause } = Object(error)
  const code = String(own ?? Object(cause).code)
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_|EREFUSED|EBAD|ENONAME|ETIMEOUT)/.test(code)) return 'dns'
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_)/.test(code)) return 'tls'
  return 'connection'
}
