import { randomSecret } from 'service/secret.ts'
import { ownCookie } from 'service/own-cookie.ts'

const sessionCookie = /(?:^|; *)((?:__Secure-|__Host-)?better-auth\.session_token=[^;]+)/g

/** What a request says of its session, as a `Cookie` header with nothing else; empty without one. */
export const sessionCookies = (header = ''): string =>
  [...header.matchAll(sessionCookie)].map(([, pair]) => pair).join('; ')

/** As long as a token for a service may be kept. Seconds. */
const maxAge = 300

/**
 * A cookie that is another one after each change of the session: rest-auth then sends the session's own cookie again, also when another
 * organization becomes the active one. So whichever server is asked next knows that what it keeps of this session is old.
 */
export function sessionMark({ https }: { https: boolean }) {
  const bytes = 12
  const cookie = ownCookie('session_mark', { https, bytes, maxAge })
  return {
    read: cookie.read,
    /** What an answer sets, with a new mark where it sets the cookie of a session. */
    renewed: (lines: string[]): string[] => {
      const isChanged = lines.some((line) => sessionCookies(line) !== '')
      return isChanged ? [...lines, cookie.write(randomSecret(bytes))] : lines
    },
  }
}
