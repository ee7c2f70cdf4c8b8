import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTrustedUrl, type Trusted } from './trusted-origin.ts'

interface Hookable {
  addHook(name: 'onRequest', hook: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void): unknown
}

/**
 * Lets pages of TRUSTED_ORIGINS call us with cookies and read the answers (https://fetch.spec.whatwg.org/#http-cors-protocol).
 * They may send whatever headers they like, as our own pages may: tracing and clients add their own. `read` are the names of
 * those of an answer that they may read, in addition to those that the protocol lets through anyway.
 */
export function allowTrustedOrigins(app: Hookable, config: Trusted, read: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`)
    const { origin } = request.headers
    if (origin === undefined || !isTrustedUrl(config, origin)) return done()
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-expose-headers', read.join(', '))
    if (request.method !== 'OPTIONS') return done()
    const asked = request.headers['access-control-request-headers']
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    void reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-max-age', '600')
      .code(204)
      .send()
  })
}
