import type { FastifyRequest } from 'fastify'
import { accessTokenOf } from 'service/access-token.ts'
import type { Context } from '../context.ts'
import { readSignedValue } from '../crypto/signed-value.ts'
import { readSignedCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the token has no session, undefined if it was not looked up. */
    sessionUserId: string | null | undefined
    sessionToken: string | null | undefined
  }
}

/** Returns the token if its signature is valid. Its session may have ended. */
export function sessionToken(ctx: Context, request: FastifyRequest): string | null {
  if (request.sessionToken !== undefined) return request.sessionToken
  const isDelegated = accessTokenOf(request.headers) !== undefined
  request.sessionToken = isDelegated
    ? null
    : (bearerToken(ctx, request) ?? readSignedCookie(ctx, request, 'session_token'))
  return request.sessionToken
}

/** Only signed tokens, so that read access to the database does not allow a sign-in. */
function bearerToken(ctx: Context, request: FastifyRequest): string | null {
  const given = /^bearer ([\w.~+/%=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined) return null
  try {
    return readSignedValue(ctx.config.sessionSecrets, decodeURIComponent(given))
  } catch {
    return null // invalid percent-encoding
  }
}
