import type { FastifyRequest } from 'fastify'

/** Describes the client of a request to another service of the product. */
export const clientHeaders = ({
  id,
  ip,
  protocol,
  host,
  headers,
}: Pick<FastifyRequest, 'id' | 'ip' | 'protocol' | 'host' | 'headers'>) => ({
  'x-request-id': id,
  'x-forwarded-for': ip,
  'x-forwarded-proto': protocol,
  'x-forwarded-host': host,
  ...(typeof headers['traceparent'] === 'string' && { traceparent: headers['traceparent'] }),
})
