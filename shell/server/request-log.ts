import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Makes the id that one request has in the logs of all services; a trusted proxy may bring its own. */
export function createRequestId(isTrustedProxy: (address: string) => boolean) {
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers['x-request-id']
    const isTrusted = socket.remoteAddress !== undefined && isTrustedProxy(socket.remoteAddress)
    return isTrusted && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  }
}

/** One line for each answer, without query and without the long path segments that are one-time secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0]?.replaceAll(/[^/]{20,}/g, '…')
    const line = { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log.info(line, 'request')
  })
}
