import { onlyRow } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { watchValues } from '../watch-values.ts'

const gauges = {
  used: ['database_server_connections', 'Connections of all programs to the PostgreSQL server'],
  most: ['database_server_connections_most', 'Maximum connections of the PostgreSQL server, without reserved ones'],
} as const

/** Any role may read this. */
export const watchServer = (ctx: Context, pause = 15_000) =>
  watchValues(ctx, 'connection count', pause, gauges, ({ database }) =>
    onlyRow(database.read`
      select (select sum("numbackends") from pg_stat_database)::int as "used",
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "most"`),
  )
