import type { IncomingHttpHeaders } from 'node:http'

/** Tells a key from a session token. Scanners for secrets find keys by it. */
export const keyPrefix = 'acct_'

/** The API key of a request, if it has one: rest-auth decides whether it is valid. */
export function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key']
  if (own !== undefined) return String(own)
  return /^bearer (acct_.*)$/i.exec(headers.authorization ?? '')?.[1]
}
