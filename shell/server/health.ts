import type { FastifyInstance } from 'fastify'
import { serveHealth } from 'service/health.ts'
import { readinessOf } from 'service/upstream-readiness.ts'
import type { Config } from './config.ts'
import type { Registry } from 'registry/live/registry.ts'

// Stays ready without a service: otherwise no instance could even serve an error page.
export function healthRoutes(app: FastifyInstance, config: Config, registry: Registry): void {
  const services = { 'rest-auth': readinessOf(config.REST_AUTH_URL), gateway: readinessOf(config.GATEWAY_URL) }
  const missing = new Set<string>()
  const updateMissing = async ([name, isReady]: [string, () => Promise<boolean>]): Promise<void> => {
    if (await isReady()) missing.delete(name)
    else missing.add(name)
  }
  serveHealth(app, async () => {
    for (const service of Object.entries(services)) void updateMissing(service)
    const state = registry.state()
    const reason = state === null ? 'registry' : state.page.shell === null ? 'nothing is published' : undefined
    const all = [...missing, ...(registry.isDown ? ['registry'] : [])].toSorted()
    return { ...(reason !== undefined && { reason }), ...(all.length > 0 && { missing: all }) }
  })
}
