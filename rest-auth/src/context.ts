import type { Database, Statements } from 'database/connect.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { securityEvent, type SecurityEvent } from './security-event.ts'

/** What every rule gets first. In a transaction it is the same context with another `db`. */
export interface Context {
  readonly database: Database
  readonly db: Statements
  readonly config: Config
  /** The time by the database's clock: of all that is stored, signed or told. */
  readonly now: () => Date
  /** Milliseconds that never go back: of counters and caches in memory. */
  readonly steady: () => number
  readonly log: Logger
  /** Of the transaction: they are told when it is committed. */
  readonly pendingEvents?: SecurityEvent[]
}

/** Runs `run` in one transaction: all of its statements take effect, or none. No mail and no fetch inside. */
export async function transaction<T>(ctx: Context, run: (tx: Context) => Promise<T>): Promise<T> {
  const pendingEvents: SecurityEvent[] = []
  const result = await ctx.database.begin((db) => run({ ...ctx, db, pendingEvents }))
  for (const { event, ...details } of pendingEvents) securityEvent(ctx, event, details)
  return result
}
