import { list } from './environment.ts'

/** Names below these are nobody's to register (RFC 2606, RFC 6762, RFC 8375 and what ICANN set aside). */
const reserved = /\.(test|example|invalid|localhost|local|internal)$/

/** TRUSTED_ORIGINS as a setting: a wildcard stands for names below a domain, never for a domain. */
export const trustedOrigins = list.transform((entries, check) => {
  for (const entry of entries)
    if (matchesStrangers(entry)) {
      check.addIssue(
        `"${entry}" lets in hosts of strangers: a wildcard needs a domain behind it, as in https://*.example.com`,
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

/** No host name is longer (RFC 1035, section 2.3.4), and an entry with several wildcards takes long to try on one that is. */
const longestHost = 253

/** Whether `url` belongs to our own origin or to one of TRUSTED_ORIGINS. Works for an Origin header too. */
export function isTrustedUrl({ AUTH_URL, TRUSTED_ORIGINS }: Trusted, url: string): boolean {
  if (url === AUTH_URL) return true // of nearly every request, so nothing is parsed for it
  // What URL parsers drop or turn around (white space, control characters, backslashes) is not worth a guess.
  if (!/^[\x21-\x7e]+$/.test(url) || url.includes('\\') || !URL.canParse(url)) return false
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '') return false
  if (parsed.hostname.length > longestHost) return false
  return [AUTH_URL, ...TRUSTED_ORIGINS].some((entry) => matchesEntry(entry, parsed))
}

function matchesEntry(entry: string, url: URL): boolean {
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!entry.includes('://')) return isWeb && glob(entry).test(url.host)
  if (isWeb) return glob(entry.replace(/\/+$/, '')).test(url.origin)
  // `myapp://callback` means that host, `myapp://` any.
  const [scheme = '', authority = ''] = entry.split('://')
  return url.protocol === `${scheme.toLowerCase()}:` && (authority === '' || authority.replace(/\/+$/, '') === url.host)
}

/** `*` is any run and `?` any one character, neither of them `/`. */
function glob(entry: string): RegExp {
  const pattern = entry
    .toLowerCase()
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
  return new RegExp(`^${pattern}$`)
}
