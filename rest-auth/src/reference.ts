import swaggerUi from '@fastify/swagger-ui'
import type { Config } from './config.ts'
import type { App } from './http/calls.ts'

/** Not in production. */
export async function serveReference(app: App, config: Config): Promise<void> {
  if (config.production) return
  await app.register(swaggerUi, {
    routePrefix: `${config.AUTH_BASE_PATH}/reference`,
    uiConfig: { docExpansion: 'none', deepLinking: true },
    theme: { title: 'Authentication and organizations' },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  })
}
