import type { FastifyInstance } from 'fastify'
import { allowTrustedOrigins } from 'service/cross-origin.ts'
import { isFromTrustedPage, isTrustedUrl } from 'service/trusted-origin.ts'
import type { Config } from '../config.ts'

/** Accepts only pages of trusted origins, and programs, which send no Origin header. */
export function checkOrigin(app: FastifyInstance, config: Config): void {
  const read = ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Request-Id']
  allowTrustedOrigins(app, config, read)
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    const { origin, cookie } = headers
    const isChange = method === 'POST' && cookie !== undefined
    const isTrusted = isChange
      ? isFromTrustedPage(config, headers)
      : origin === undefined || isTrustedUrl(config, origin)
    if (isTrusted) return undefined
    const error = { message: 'Pages of this origin may not send requests.', extensions: { code: 'FORBIDDEN' } }
    return reply.code(403).send({ errors: [error] })
  })
  app.options('/graphql', async (_, reply) => reply.code(204).send())
}
