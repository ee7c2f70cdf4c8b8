import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTrustedUrl } from 'service/trusted-origin.ts'
import type { Config } from '../config.ts'
import type { App } from './app-type.ts'

/** Lets pages of TRUSTED_ORIGINS call us with cookies (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export function allowTrustedOrigins(app: App, config: Config): void {
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || origin === config.AUTH_URL || !isTrustedUrl(config, origin)) return undefined
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-expose-headers', 'set-auth-token, Retry-After, X-Retry-After')
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      return undefined
    }
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type, authorization')
      .header('access-control-max-age', '600')
    return reply.code(204).send()
  })
}
