import type { Database, Statements } from 'database/connect.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { securityEvent, type SecurityEvent } from './security-event.ts'

/** Passed to every function of the domain. A transaction has its own copy with another `db`. */
export interface Context {
  readonly database: Database
  readonly db: Statements
  readonly config: Config
  /** The database's time, for all that is stored, signed or shown. */
  readonly now: () => Date
  /** Monotonic milliseconds, for counters and caches in memory. */
  readonly steady: () => number
  readonly log: Logger
  /** Events of the transaction, logged after its commit. */
  readonly pendingEvents?: SecurityEvent[]
}

/** Does not undo other effects, so `run` must not send emails or call other services. */
export async function transaction<T>(ctx: Context, run: (tx: Context) => Promise<T>): Promise<T> {
  const pendingEvents: SecurityEvent[] = []
  const result = await ctx.database.begin((db) => run({ ...ctx, db, pendingEvents }))
  for (const { event, ...details } of pendingEvents) securityEvent(ctx, event, details)
  return result
}
