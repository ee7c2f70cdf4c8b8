import { withRedirectTarget } from 'kit'

/** Where the mailed link of a verification leads in the end; `target` is what one wanted to see in the first place. */
export function verifiedUrl(target: string): string {
  return ownUrl(withRedirectTarget('/email-verified', target))
}

/** The whole address of a page of ours to come back to: of a mere path rest-auth takes no fragment and few characters. */
export const ownUrl = (path: string) => `${location.origin}${path}`
