import type { FastifyRequest } from 'fastify'
import { normalAddress } from 'service/client-ip.ts'
import { isLoopback } from 'service/environment.ts'
import type { Context } from '../context.ts'
import { isFromPage } from './cookies.ts'

/** Only from our own machines, and never from a page. */
export const isOurServer = ({ config }: Context, request: FastifyRequest): boolean => {
  const { remoteAddress = '' } = request.socket
  return (config.TRUSTED_PROXIES(remoteAddress) || isLoopback(normalAddress(remoteAddress))) && !isFromPage(request)
}
