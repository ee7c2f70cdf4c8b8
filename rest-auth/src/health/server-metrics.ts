import type { Context } from '../context.ts'
import { watchValues } from '../watch-values.ts'
import { countServerConnections } from './health.sql.ts'

const gauges = {
  used: ['database_server_connections', 'Connections of all programs to the PostgreSQL server'],
  most: ['database_server_connections_most', 'Maximum connections of the PostgreSQL server, without reserved ones'],
} as const

export const watchServer = (ctx: Context, pause = 15_000) =>
  watchValues(ctx, 'connection count', pause, gauges, countServerConnections)
