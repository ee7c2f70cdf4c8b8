import type { FastifyRequest } from 'fastify'
import { accessTokenOf } from 'service/access-token.ts'
import type { Context } from '../context.ts'
import { readSignedValue } from '../crypto/signed-value.ts'
import { readSignedCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the token was found to be, null for nobody's; undefined while nobody has looked. */
    sessionUserId: string | null | undefined
    /** What sessionToken found: limits, the call and what notes its outcome ask. */
    sessionToken: string | null | undefined
  }
}

/** The token that the request carries, if we signed it: its session may have ended, or never have been. */
export function sessionToken(ctx: Context, request: FastifyRequest): string | null {
  if (request.sessionToken !== undefined) return request.sessionToken
  const isDelegated = accessTokenOf(request.headers) !== undefined
  request.sessionToken = isDelegated
    ? null
    : (bearerToken(ctx, request) ?? readSignedCookie(ctx, request, 'session_token'))
  return request.sessionToken
}

/** Only the signed form counts: whoever reads the database must not be able to sign in with what stands there. */
function bearerToken(ctx: Context, request: FastifyRequest): string | null {
  const given = /^bearer ([\w.~+/%=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined) return null
  try {
    return readSignedValue(ctx.config.secrets, decodeURIComponent(given))
  } catch {
    return null // not percent-encoded text
  }
}
