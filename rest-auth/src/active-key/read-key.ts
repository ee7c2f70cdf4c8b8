import type { FastifyReply, FastifyRequest } from 'fastify'
import { accessTokenOf } from 'service/access-token.ts'
import { keyOf } from 'service/api-key.ts'
import type { Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/calls.ts'
import { cookieValues } from '../http/cookies.ts'
import type { ActiveKey } from './active-key.ts'
import { findKeyByHash, noteKeyUse } from './active-key.sql.ts'
import { isKeyText } from './key-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if it has a valid one. */
    key: ActiveKey | undefined
  }
}

/** For the `config` of a route whose handler uses `requireActor` or `requireScope`. All others refuse keys. */
export const openToKeys = { openToKeys: true } as const

const usedAgainAfter = 60_000

/** Runs after the rate limits, because it reads the database. */
export function readKeys(app: App, ctx: Context): void {
  app.decorateRequest('key')
  app.addHook('preParsing', (request, reply, _, done) => {
    const given = keyOf(request.headers)
    if (given === undefined || request.is404) return done()
    admit(ctx, request, reply, given).then(() => done(), done)
  })
}

async function admit(ctx: Context, request: FastifyRequest, reply: FastifyReply, given: string): Promise<void> {
  const { headers } = request
  const hasSession = cookieValues(ctx, request, 'session_token').length > 0
  const hasBearer = headers['x-api-key'] !== undefined && headers.authorization !== undefined
  if (hasSession || hasBearer || accessTokenOf(headers) !== undefined) throw new ApiError('SEVERAL_CREDENTIALS')
  try {
    request.key = await requireKey(ctx, given)
  } catch (error) {
    // RFC 6750, section 3.
    if (error instanceof ApiError) reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw error
  }
  if (!request.routeOptions.config.openToKeys) throw new ApiError('CALL_IS_CLOSED_TO_KEYS')
}

async function requireKey(ctx: Context, given: string): Promise<ActiveKey> {
  const found = isKeyText(given) ? await findKeyByHash(ctx, hashToken(given)) : null
  if (!found?.isAdmitted) throw new ApiError('INVALID_API_KEY')
  const { enabled, expiresAt, lastUsedAt, isAdmitted: _, ...key } = found
  if (!enabled) throw new ApiError('KEY_DISABLED')
  const now = ctx.now().getTime()
  if (expiresAt && expiresAt.getTime() <= now) throw new ApiError('KEY_EXPIRED')
  if (now - (lastUsedAt?.getTime() ?? 0) >= usedAgainAfter) await noteKeyUse(ctx, key.id)
  return key
}
