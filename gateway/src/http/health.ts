import type { FastifyInstance } from 'fastify'
import { serveHealth } from 'service/health.ts'
import { readinessOf } from 'service/upstream-readiness.ts'

/** It can do nothing without rest-auth. */
export function healthRoutes(app: FastifyInstance, restAuthUrl: string): void {
  const isReady = readinessOf(restAuthUrl)
  serveHealth(app, async () => ((await isReady()) ? {} : { reason: 'rest-auth' }))
}
