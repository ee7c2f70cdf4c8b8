import type { FastifyRequest } from 'fastify'

/** Describes the client of a request to another service of the product. */
export const clientHeaders = (request: Pick<FastifyRequest, 'id' | 'ip' | 'protocol' | 'host' | 'headers'>) => ({
  'x-request-id': request.id,
  'x-forwarded-for': request.ip,
  'x-forwarded-proto': request.protocol,
  'x-forwarded-host': request.host,
  ...(typeof request.headers['traceparent'] === 'string' && { traceparent: request.headers['traceparent'] }),
})
