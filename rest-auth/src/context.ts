import type { Database, Sql } from 'database/connect.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** What every rule gets first. In a transaction it is the same context with another `sql`. */
export interface Context {
  readonly database: Database
  readonly sql: Sql
  readonly config: Config
  readonly now: () => Date
  readonly log: Logger
}

/** Runs `run` in one transaction: all of its statements take effect, or none. No mail and no fetch inside. */
export function transaction<T>(ctx: Context, run: (tx: Context) => Promise<T>): Promise<T> {
  return ctx.database.begin((sql) => run({ ...ctx, sql }))
}
