import { withRedirectTarget } from 'kit'

/** Returns the page that the verification link leads to; it continues to `target`. */
export function verifiedUrl(target: string): string {
  return ownUrl(withRedirectTarget('/email-verified', target))
}

/** Absolute, because rest-auth accepts no fragments and few characters in relative URLs. */
export const ownUrl = (path: string) => `${location.origin}${path}`
