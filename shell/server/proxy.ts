import { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import { safeParse } from 'fast-content-type-parse'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { clientHeaders } from 'registry/http/client-headers.ts'
import { cancelable, cancelOnDisconnect } from './cancel-requests.ts'
import { idleConnections, isClosedConnection } from 'service/idle-connections.ts'
import { Agent } from 'undici'

interface Upstream {
  path: string
  at?: string
  url: string
  name: string
  bodyLimit: number
  /** Receives the `set-cookie` lines of a response and may add to them. */
  renewMark?: (cookies: string[]) => string[]
}

/** Longer than the slowest call, which exchanges a code with a sign-in provider. */
const timeout = 15_000

/** Buffers request bodies, so that slow clients do not occupy the service. */
export function proxyTo(app: FastifyInstance, { path, at = path, url, name, bodyLimit, renewMark }: Upstream): void {
  const agent = new Agent({
    connections: 128,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: { timeout: 2000 },
    ...idleConnections,
  })
  app.addHook('onClose', () => agent.close())
  app.register(async (scope) => {
    cancelOnDisconnect(scope)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (request: FastifyRequest, body: Buffer) => {
      const type = request.headers['content-type']?.replace(/;\s*$/, '') // valid, but the parser rejects it
      if (type !== undefined && safeParse(type).type === '') throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
      return Readable.from([body]) // anything but a stream would be parsed and serialized again
    })
    scope.register(httpProxy, {
      upstream: url,
      prefix: path,
      rewritePrefix: at,
      proxyPayloads: false,
      disableRequestLogging: true,
      undici: { request: cancelable(agent, true) },
      replyOptions: {
        retryDelay: retryClosedConnection,
        // Node has already handled `Expect: 100-continue`, and undici refuses to send it.
        rewriteRequestHeaders: (request, { expect: _expect, ...headers }) => ({
          ...headers,
          ...clientHeaders(request),
        }),
        // These describe the connection to the service only (RFC 9110, section 7.6.1).
        rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) =>
          renewMark && headers['set-cookie']
            ? { ...headers, 'set-cookie': renewMark([headers['set-cookie']].flat()) }
            : headers,
        onError: (reply, { error }) => {
          const isSlow = 'statusCode' in error && error.statusCode === 504
          reply
            .code(isSlow ? 504 : 502)
            .header('cache-control', 'no-store')
            .send({
              code: 'UPSTREAM_UNAVAILABLE',
              message: isSlow
                ? `${name} took too long to respond. Try again.`
                : `${name} is unavailable. Try again soon.`,
            })
        },
      },
    })
  })
}

interface Attempt {
  err: Error
  req: Pick<FastifyRequest, 'method'>
  attempt: number
}

/** An instance that shuts down closes idle connections, perhaps as a request starts on one. */
export const retryClosedConnection = ({ err, req, attempt }: Attempt): number | null =>
  attempt === 0 && isRead(req.method) && isClosedConnection(err) ? 1 : null

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
