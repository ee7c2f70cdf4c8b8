import type { IncomingHttpHeaders } from 'node:http'
import { list } from './environment.ts'

/** Nobody can register names below these (RFC 2606, RFC 6762, RFC 8375, ICANN). */
const reserved = /\.(test|example|invalid|localhost|local|internal)$/

/** A wildcard may stand for subdomains, never for a registrable domain. */
export const trustedOrigins = list.transform((entries, check) => {
  for (const entry of entries)
    if (matchesStrangers(entry)) {
      check.addIssue(
        `"${entry}" would trust other people's hosts. A wildcard needs a domain after it, as in https://*.example.com`,
      )
    }
  return entries
})

function matchesStrangers(entry: string): boolean {
  const [authority = ''] = entry.replace(/^[^/]*:\/\//, '').split('/')
  const host = authority.toLowerCase().replace(/:[\d*?]*$/, '')
  return /[*?]/.test(host.split('.').slice(-2).join('.')) && !reserved.test(host)
}

export interface Trusted {
  readonly AUTH_URL: string
  readonly TRUSTED_ORIGINS: readonly string[]
}

/** RFC 1035, section 2.3.4. Entries with several wildcards are slow on longer texts (ReDoS). */
const maxHostLength = 253

export function isTrustedUrl({ AUTH_URL, TRUSTED_ORIGINS }: Trusted, url: string): boolean {
  if (url === AUTH_URL) return true // nearly every request, so skip parsing
  // Reject white space, control characters and backslashes, which URL parsers drop or rewrite.
  if (!/^[\x21-\x7e]+$/.test(url) || url.includes('\\') || !URL.canParse(url)) return false
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '') return false
  if (parsed.hostname.length > maxHostLength) return false
  return [AUTH_URL, ...TRUSTED_ORIGINS].some((entry) => matchesEntry(entry, parsed))
}

/**
 * Prevents CSRF: whether a request with cookies is from a page of a trusted origin, or from a
 * program, which sends none of these headers.
 */
export function isFromTrustedPage(trusted: Trusted, headers: IncomingHttpHeaders): boolean {
  const page = headers.origin ?? headers.referer
  if (page !== undefined) return isTrustedUrl(trusted, page)
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

function matchesEntry(entry: string, url: URL): boolean {
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!entry.includes('://')) return isWeb && glob(entry).test(url.host)
  if (isWeb) return glob(entry.replace(/\/+$/, '')).test(url.origin)
  const [scheme = '', authority = ''] = entry.split('://')
  return url.protocol === `${scheme.toLowerCase()}:` && (authority === '' || authority.replace(/\/+$/, '') === url.host)
}

/** Neither `*` nor `?` matches `/`. */
function glob(entry: string): RegExp {
  const pattern = entry
    .toLowerCase()
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
  return new RegExp(`^${pattern}$`)
}
