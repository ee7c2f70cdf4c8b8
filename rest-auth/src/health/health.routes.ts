import { serveHealth } from 'service/health.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { databaseTrouble } from './health.sql.ts'

/** It can serve while its database does. */
export function healthRoutes(app: App, ctx: Context): void {
  serveHealth(app, async () => {
    const reason = await databaseTrouble(ctx)
    return reason === null ? {} : { reason }
  })
}
