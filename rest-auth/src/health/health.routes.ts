import { serveHealth } from 'service/health.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { isDatabaseReady } from './health.sql.ts'

/** It can serve while its database does. */
export function healthRoutes(app: App, ctx: Context): void {
  serveHealth(app, async () => ((await isDatabaseReady(ctx)) ? {} : { reason: 'database' }))
}
