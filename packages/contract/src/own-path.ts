/**
 * Returns a path of `origin` with query and fragment, as URL parsers understand it, or null if any
 * of them could leave `origin`.
 */
export function ownPath(target: string, origin: string): string | null {
  // Parsers drop tabs and line ends, and take a backslash for a slash.
  if (!target.startsWith('/') || /[\\\p{Cc}]/u.test(target) || !URL.canParse(target, origin)) return null
  const url = new URL(target, origin)
  // `/.//host` has the path `//host`, and `/%2fhost` becomes it where a program decodes.
  const isOwn = url.origin === new URL(origin).origin && !/^\/(\/|%2f|%5c|%0[9ad])/i.test(url.pathname)
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : null
}
