import { LogController, type FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Settings } from './environment.ts'

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
    // Node applies the longer of the two to the body, and allows a minute for headers by default.
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 10 },
    return503OnClosing: false, // keep serving requests on open connections
  }
}
