import type { FastifyInstance } from 'fastify'
import { serveHealth } from 'service/health.ts'
import { readinessOf } from 'service/upstream-readiness.ts'
import type { Config } from './config.ts'
import type { Registry } from 'registry/live/registry.ts'

// Stays ready without a service, or with an empty registry: otherwise balancers would let nobody
// reach an error page or publish.
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
    const isEmpty = state?.page.shell === null
    const all = [
      ...missing,
      ...(registry.isDown ? ['registry'] : []),
      ...(isEmpty ? ['published shell'] : []),
    ].toSorted()
    return { ...(state === null && { reason: 'registry' }), ...(all.length > 0 && { missing: all }) }
  })
}
