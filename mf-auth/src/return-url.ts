import { withRedirectTarget } from 'kit'

/** Where the mailed link of a verification leads in the end; `target` is what one wanted to see in the first place. */
export function verifiedPath(target: string): string {
  return withRedirectTarget('/email-verified', target)
}
