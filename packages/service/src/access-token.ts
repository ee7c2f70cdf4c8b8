import type { IncomingHttpHeaders } from 'node:http'

export const tokenExchangePath = '/token-exchange'

export const accessTokenType = 'at+jwt' // RFC 9068; distinguishes it from session tokens and other JWTs
export const accessTokenScope = 'organizations:read'

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
