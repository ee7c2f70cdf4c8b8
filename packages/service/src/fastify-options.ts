import { LogController, type FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Bindings, ChildLoggerOptions } from 'pino'
import type { Settings } from './environment.ts'

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceForm = /^(?!ff)[\da-f]{2}-(?!0+-)([\da-f]{32})-[\da-f]{16}-[\da-f]{2}\b/

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
    childLoggerFactory: (
      log: FastifyBaseLogger,
      bindings: Bindings,
      options: ChildLoggerOptions,
      { headers: { traceparent } }: IncomingMessage,
    ) => {
      const [, traceId] = typeof traceparent === 'string' ? (traceForm.exec(traceparent) ?? []) : []
      return log.child(traceId === undefined ? bindings : { ...bindings, traceId }, options)
    },
    trustProxy: isTrustedProxy,
    requestTimeout,
    // Node applies the longer of the two to the body, and allows a minute for headers by default.
    http: {
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: requestTimeout / 10,
      maxHeaderSize: 32_768, // products on one host, such as localhost, share their cookies
    },
    return503OnClosing: false, // keep serving requests on open connections
  }
}
