import type { Config } from '../config.ts'

/** A path of this site: no scheme, no host, nothing that another reading could turn into one. */
const relativePath = /^\/(?!\/|\\|%2f|%5c)(?![^?]*\/\/)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/

/** Whether we may send a browser there: a trusted origin or a safe relative path. The one check for every redirect. */
export function isRedirectTarget(config: Config, target: string): boolean {
  return relativePath.test(target) || isTrustedUrl(config, target)
}

/** Whether `url` belongs to our own origin or to one of TRUSTED_ORIGINS. Works for an Origin header too. */
export function isTrustedUrl(config: Config, url: string): boolean {
  if (url === config.origin) return true // of nearly every request, so nothing is parsed for it
  // What URL parsers drop or turn around (white space, control characters, backslashes) is not worth a guess.
  if (!/^[\x21-\x7e]+$/.test(url) || url.includes('\\') || !URL.canParse(url)) return false
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '') return false
  return [config.origin, ...config.TRUSTED_ORIGINS].some((entry) => matchesEntry(entry, parsed))
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

/** `target` with more query parameters, percent-encoded, in front of a fragment. */
export function withQuery(target: string, parameters: Record<string, string>): string {
  const [location = '', ...fragment] = target.split('#')
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20')
  return [`${location}${location.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
