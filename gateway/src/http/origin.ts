import type { FastifyInstance } from 'fastify'
import { isTrustedUrl } from 'service/trusted-origin.ts'
import type { Config } from '../config.ts'

/**
 * Lets in browser pages of trusted origins only, and lets those of other sites among them read the answers
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). Programs send no Origin and pass.
 */
export function checkOrigin(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined) return
    if (!isTrustedUrl(config, origin)) {
      const error = { message: 'Pages of this origin may not ask here.', extensions: { code: 'FORBIDDEN' } }
      return reply.code(403).send({ errors: [error] })
    }
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-expose-headers', 'Retry-After, X-Request-Id')
    if (request.method !== 'OPTIONS') return
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header(
        'access-control-allow-headers',
        'content-type, authorization, apollo-require-preflight, x-apollo-operation-name',
      )
      .header('access-control-max-age', '600')
    return reply.code(204).send()
  })
  app.options('/graphql', async (_, reply) => reply.code(204).send())
}
