import type { FastifyRequest } from 'fastify'
import { accessTokenOf } from 'service/access-token.ts'
import type { Context } from '../context.ts'
import { readSignedValue } from '../crypto/signed-value.ts'
import { readSignedCookies } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the token has no session, undefined if it was not looked up. */
    sessionUserId: string | null | undefined
    sessionTokens: readonly string[] | undefined
  }
}

/**
 * Those with a valid signature. Their sessions may have ended. Several if the browser sends
 * several cookies of this name; after `currentToken` the one that counts is the first.
 */
export function sessionTokens(ctx: Context, request: FastifyRequest): readonly string[] {
  if (request.sessionTokens) return request.sessionTokens
  const isDelegated = accessTokenOf(request.headers) !== undefined
  const bearer = isDelegated ? null : bearerToken(ctx, request)
  const cookies = isDelegated || bearer !== null ? [] : readSignedCookies(ctx, request, 'session_token')
  request.sessionTokens = bearer === null ? cookies : [bearer]
  return request.sessionTokens
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
