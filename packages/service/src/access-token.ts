import type { IncomingHttpHeaders } from 'node:http'

/** Below rest-auth's base path, where a remote's service exchanges its token for an access token (RFC 8693). */
export const tokenExchangePath = '/token-exchange'

export const accessTokenType = 'at+jwt' // RFC 9068; distinguishes it from session tokens and other JWTs
export const accessTokenScope = 'organizations:read'

/** Returns the access token of a request, unverified. It takes precedence over all cookies. */
export function accessTokenOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const [, token] = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization) ?? []
  return token !== undefined && partOf(token, 0)['typ'] === accessTokenType ? token : undefined
}

/** Returns the user id. Call it only after rest-auth has accepted the token. */
export function subjectOf(accessToken: string): string {
  return String(partOf(accessToken, 1)['sub'])
}

function partOf(token: string, index: 0 | 1): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()))
  } catch {
    return {}
  }
}
