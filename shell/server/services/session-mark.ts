import { randomSecret } from 'service/secret.ts'
import { ownCookie } from 'service/own-cookie.ts'

const sessionCookie = /(?:^|; *)((?:__Secure-|__Host-)?better-auth\.session_token=[^;]+)/g

export const sessionCookies = (header = ''): string =>
  [...header.matchAll(sessionCookie)].map(([, pair]) => pair).join('; ')

/** In seconds: shell servers of 2.1.0 keep service tokens for so long. */
const maxAge = 300

/** Changes with the session, including the active organization, to invalidate cached tokens. */
export function sessionMark({ https }: { https: boolean }) {
  const bytes = 12
  const cookie = ownCookie('session_mark', { https, bytes, maxAge })
  return {
    read: cookie.read,
    renewed: (lines: string[]): string[] => {
      const isChanged = lines.some((line) => sessionCookies(line) !== '')
      return isChanged ? [...lines, cookie.write(randomSecret(bytes))] : lines
    },
  }
}
