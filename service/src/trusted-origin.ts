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
