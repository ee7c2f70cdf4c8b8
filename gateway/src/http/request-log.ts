import type { FastifyInstance } from 'fastify'

/** One line per request: never the document or its variables, which may hold addresses. Answers are not cached. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      upstreamCalls: request.upstream?.calls,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    request.log.info(line, 'request')
  })
}
