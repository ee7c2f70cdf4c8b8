import type { FastifyInstance } from 'fastify'
import { isTrustedUrl, type Trusted } from './trusted-origin.ts'

/** Allows CORS with cookies for TRUSTED_ORIGINS; `read` are the response headers they may read. */
export function allowTrustedOrigins(
  app: Pick<FastifyInstance, 'addHook'>,
  config: Trusted,
  read: readonly string[],
): void {
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
    const requested = request.headers['access-control-request-headers']
    if (requested !== undefined) reply.header('access-control-allow-headers', requested)
    void reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-max-age', '600')
      .code(204)
      .send()
  })
}
