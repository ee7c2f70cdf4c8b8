import type { FastifyReply, FastifyRequest } from 'fastify'
import { normalAddress } from 'service/client-ip.ts'
import { isLoopback } from 'service/environment.ts'
import type { Context } from '../context.ts'
import { isFromPage } from './cookies.ts'

/** Only from our own machines, and never from a page. */
export const isOurServer = ({ config }: Context, request: FastifyRequest): boolean => {
  const { remoteAddress = '' } = request.socket
  return (config.TRUSTED_PROXIES(remoteAddress) || isLoopback(normalAddress(remoteAddress))) && !isFromPage(request)
}

/** An `onRequest` hook of calls that are not public. */
export const refuseOtherServers = (ctx: Context) => async (request: FastifyRequest, reply: FastifyReply) => {
  // A proxy that forwards calls of others sends this header.
  const isForwarded = request.headers['x-forwarded-for'] !== undefined
  if (isForwarded || !isOurServer(ctx, request)) reply.callNotFound()
}
