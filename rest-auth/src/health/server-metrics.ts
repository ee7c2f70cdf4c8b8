import { gauge } from 'service/metrics.ts'
import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { countServerConnections } from './health.sql.ts'

const unknown = { used: NaN, most: NaN }

/** Reports cached values, so that a scrape never waits for the database. */
export function watchServer(ctx: Context, pause = 15_000): Repetition {
  let connections = unknown
  gauge('database_server_connections', 'Connections of all programs to the PostgreSQL server', () => connections.used)
  gauge(
    'database_server_connections_most',
    'Maximum connections of the PostgreSQL server, without reserved ones',
    () => connections.most,
  )
  return repeat(ctx, 'connection count', pause, async () => {
    connections = await countServerConnections(ctx).catch((error: unknown) => {
      connections = unknown
      throw error
    })
    return false
  })
}
