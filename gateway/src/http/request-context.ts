import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'undici'
import { BatchReader } from '../upstream/batch-reader.ts'
import type { GatewayContext } from '../context.ts'
import { Upstream } from '../upstream/upstream.ts'

/** What of a request goes along to rest-auth, which decides by it who asks and whether a page of ours does. */
const forwarded = ['authorization', 'origin', 'referer', 'sec-fetch-site', 'user-agent', 'accept-language'] as const

/** Gives each request its own calls to rest-auth: they end with it, and the cookies that they set go out with the answer. */
export function useUpstream(app: FastifyInstance, pool: Pool, basePath: string): void {
  app.decorateRequest('upstream', null)
  app.addHook('preHandler', async (request, reply) => {
    const caller = { headers: headersFor(request), cookie: request.headers.cookie }
    const upstream = new Upstream(pool, basePath, caller, request.log)
    request.upstream = upstream
    reply.raw.on('close', () => upstream.end()) // also when the client leaves before the answer
  })
  app.addHook('onSend', async (request, reply) => {
    const lines = request.upstream?.setCookies.lines ?? []
    if (lines.length > 0) reply.header('set-cookie', lines)
    // https://www.rfc-editor.org/rfc/rfc6750#section-3
    if (request.upstream?.knowsNobody && request.headers.authorization !== undefined)
      reply.header('www-authenticate', 'Bearer error="invalid_token"')
  })
}

/** The context of the resolvers. */
export function contextOf(request: FastifyRequest): GatewayContext {
  const { upstream, cost } = request
  if (!upstream) throw new Error('useUpstream must be registered before the handler')
  const { cookie, authorization } = request.headers
  return {
    upstream,
    reads: new BatchReader(upstream),
    isAnonymous: cookie === undefined && authorization === undefined,
    cost,
  }
}

function headersFor(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = { 'x-forwarded-for': request.ip, 'x-request-id': request.id }
  for (const name of forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}

declare module 'fastify' {
  interface FastifyRequest {
    upstream: Upstream | null
  }
}
