import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'

interface Upstream {
  /** Path prefix, the same on both sides. */
  path: string
  url: string
  /** Name in errors, for people. */
  name: string
}

/** Longer than any call takes, the exchange with a provider included, and short enough for who waits in front of an empty page. */
const timeout = 15_000

/** Passes everything below a path on to a service, with the client's address and the request's id. */
export function proxyTo(app: FastifyInstance, { path, url, name }: Upstream): void {
  app.register(httpProxy, {
    upstream: url,
    prefix: path,
    rewritePrefix: path,
    disableRequestLogging: true,
    undici: { headersTimeout: timeout, bodyTimeout: timeout, connect: { timeout: 2000 } },
    // The service's own 503 is an answer, not a reason to ask again.
    replyOptions: {
      retryDelay: () => null,
      // Node has answered `Expect: 100-continue` itself; its client, unlike others, refuses to send it on.
      rewriteRequestHeaders: (request, { expect: _expect, ...headers }) => ({
        ...headers,
        'x-request-id': request.id,
        'x-forwarded-for': request.ip,
        'x-forwarded-proto': request.protocol,
        'x-forwarded-host': request.host,
      }),
      // Of the connection to the service, not of the one to the client (RFC 9110, section 7.6.1).
      rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) => headers,
      onError: (reply, { error }) => {
        const slow = 'statusCode' in error && error.statusCode === 504
        reply
          .code(slow ? 504 : 502)
          .header('cache-control', 'no-store')
          .send({
            code: 'UPSTREAM_UNAVAILABLE',
            message: slow
              ? `${name} took too long to answer. Try again.`
              : `${name} cannot be reached. Try again soon.`,
          })
      },
    },
  })
}
