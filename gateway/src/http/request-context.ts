import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'undici'
import { BatchReader } from '../upstream/batch-reader.ts'
import type { GatewayContext } from '../context.ts'
import { callerOf } from '../upstream/callers.ts'
import { Upstream } from '../upstream/upstream.ts'

/** Aborts calls to rest-auth when their request ends, and forwards the cookies they set. */
export function useUpstream(app: FastifyInstance, pool: Pool, basePath: string): void {
  app.decorateRequest('upstream', null)
  app.addHook('preHandler', async (request, reply) => {
    const upstream = new Upstream(pool, basePath, callerOf(request), request.log)
    request.upstream = upstream
    reply.raw.on('close', () => upstream.end()) // also if the client disconnects early
  })
  app.addHook('onSend', async (request, reply) => {
    const lines = request.upstream?.setCookies.lines ?? []
    if (lines.length > 0) reply.header('set-cookie', lines)
    // https://www.rfc-editor.org/rfc/rfc6750#section-3
    if (request.upstream?.isUnauthenticated && request.upstream.caller.hasBearer)
      reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"')
    if (request.upstream?.retryAfter) reply.header('retry-after', request.upstream.retryAfter)
  })
}

export function contextOf(request: FastifyRequest): GatewayContext {
  const { upstream, cost, budget } = request
  if (!upstream) throw new Error('useUpstream must be registered before the handler')
  const { cookie, authorization } = request.headers
  return {
    upstream,
    reads: new BatchReader(upstream),
    isAnonymous: cookie === undefined && authorization === undefined && !upstream.caller.hasKey,
    cost,
    budget,
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    upstream: Upstream | null
  }
}
