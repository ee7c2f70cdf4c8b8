import type { FastifyInstance } from 'fastify'
import { filePolicy } from 'registry/http/file-policy.ts'
import { markOf } from './brand-tags.ts'
import type { Config } from './config.ts'

/** Browsers and crawlers look for them without a link. */
export function wellKnownFiles(app: FastifyInstance, config: Config): void {
  const send = (path: string, type: string, content: string) =>
    app.get(path, { logLevel: 'warn' }, (_request, reply) =>
      reply
        .type(type)
        .headers({ 'cache-control': 'public, max-age=86400', 'content-security-policy': filePolicy })
        .send(content),
    )
  send('/favicon.ico', 'image/svg+xml', markOf(config))
  send('/robots.txt', 'text/plain', `User-agent: *\nDisallow: ${config.AUTH_BASE_PATH}/\nDisallow: /graphql\n`)
}
