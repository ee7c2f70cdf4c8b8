import type { FastifyRequest } from 'fastify'
import { accessTokenOf } from 'service/access-token.ts'
import type { Context } from '../context.ts'
import { readSignedValue } from '../crypto/signed-value.ts'
import { readSignedCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the token was found to be, null for nobody's; undefined while nobody has looked. */
    sessionUserId: string | null | undefined
  }
}

/** Of requests that were asked for it: limits, the call and what notes its outcome ask, and each check of a signature costs. */
const tokens = new WeakMap<FastifyRequest, string | null>()

/** The token that the request carries, if we signed it: its session may have ended, or never have been. */
export function sessionToken(ctx: Context, request: FastifyRequest): string | null {
  const known = tokens.get(request)
  if (known !== undefined) return known
  const isDelegated = accessTokenOf(request.headers) !== undefined
  const token = isDelegated ? null : (bearerToken(ctx, request) ?? readSignedCookie(ctx, request, 'session_token'))
  tokens.set(request, token)
  return token
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
