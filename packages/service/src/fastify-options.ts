import { LogController, type FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Settings } from './environment.ts'

/** One request id in all logs, taken from a trusted proxy if given; a request must arrive within `requestTimeout` ms. */
export function fastifyOptions(
  { TRUSTED_PROXIES: isTrustedProxy }: Settings,
  loggerInstance: FastifyBaseLogger,
  requestTimeout: number,
) {
  return {
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers: { 'x-request-id': id }, socket }: IncomingMessage): string =>
      typeof id === 'string' && /^[\w-]{8,64}$/.test(id) && isTrustedProxy(socket.remoteAddress) ? id : randomUUID(),
    trustProxy: isTrustedProxy,
    requestTimeout,
    // Of the two Node takes the longer one for the body, and headers have a minute unless told otherwise.
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 10 },
    return503OnClosing: false, // who still comes on an open connection is served
  }
}
