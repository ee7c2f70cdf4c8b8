import type { FastifyRequest } from 'fastify'

/** Describes the client of a request to another service of the product. */
export const clientHeaders = ({ id, ip, protocol, host }: Pick<FastifyRequest, 'id' | 'ip' | 'protocol' | 'host'>) => ({
  'x-request-id': id,
  'x-forwarded-for': ip,
  'x-forwarded-proto': protocol,
  'x-forwarded-host': host,
})
