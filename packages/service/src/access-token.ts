import type { IncomingHttpHeaders } from 'node:http'

/** Where rest-auth gives one for the token of a service (RFC 8693), below its base path. */
export const tokenExchangePath = '/token-exchange'

/** The type of the JWT by which a remote's service asks as a user (RFC 9068). Session tokens have another form, other JWTs another type. */
export const accessTokenType = 'at+jwt'
/** All that it is good for. */
export const accessTokenScope = 'organizations:read'

/** The access token of a request, unchecked. It overrides all cookies. */
export function accessTokenOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const [, token] = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization) ?? []
  return token !== undefined && partOf(token, 0)['typ'] === accessTokenType ? token : undefined
}

/** Whom an access token is about, which rest-auth has taken. */
export function subjectOf(accessToken: string): string {
  return String(partOf(accessToken, 1)['sub'])
}

/** The header (0) or the claims (1). */
function partOf(token: string, index: 0 | 1): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()))
  } catch {
    return {}
  }
}
