import { access } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { serveHealth } from 'service/health.ts'
import { readinessOf } from 'service/upstream-readiness.ts'
import type { Config } from './config.ts'

/**
 * It can serve pages while it can read the registry. A service that is missing is only named, as known since the last time it was asked
 * about, without waiting: the other instances miss it too, and without any of them nobody would even see the page that says so.
 */
export function healthRoutes(app: FastifyInstance, config: Config): void {
  const services = { 'rest-auth': readinessOf(config.REST_AUTH_URL), gateway: readinessOf(config.GATEWAY_URL) }
  const missing = new Set<string>()
  const look = async ([name, isReady]: [string, () => Promise<boolean>]): Promise<void> => {
    if (await isReady()) missing.delete(name)
    else missing.add(name)
  }
  serveHealth(app, async () => {
    for (const service of Object.entries(services)) void look(service)
    const isReadable = await access(config.registryFolder).then(
      () => true,
      () => false,
    )
    return { ...(isReadable ? {} : { reason: 'registry' }), ...(missing.size > 0 ? { missing: [...missing] } : {}) }
  })
}
