import type { FastifyInstance } from 'fastify'
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
    if (!isTrustedOrigin(config.trustedOrigins, origin)) {
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

/**
 * An entry is an exact origin, a pattern of a whole origin (`https://*.example.org`), or a pattern of a host alone
 * (`*.example.org`); `*` stands for any run of characters but `/`, `?` for one of them.
 */
export function isTrustedOrigin(trusted: readonly string[], origin: string): boolean {
  if (!URL.canParse(origin)) return false // `null`, which sandboxed pages send, is nobody
  const { host, origin: whole } = new URL(origin)
  return trusted.some((entry) => {
    if (!/[*?]/.test(entry)) return URL.canParse(entry) && new URL(entry).origin === whole
    return pattern(entry).test(entry.includes('://') ? whole : host)
  })
}

const pattern = (entry: string): RegExp => {
  const source = entry
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
  return new RegExp(`^${source}$`, 'i')
}
