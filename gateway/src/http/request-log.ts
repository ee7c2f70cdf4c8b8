import type { FastifyInstance } from 'fastify'

/** Never logs documents or variables, which may contain personal data. */
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
