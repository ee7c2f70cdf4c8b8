import type { FastifyInstance } from 'fastify'

/** Omits the query and long path segments, which may be one-time secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0]?.replaceAll(/[^/]{20,}/g, '…')
    const line = { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log.info(line, 'request')
  })
}
