import type { Database, Statements } from 'database/connect.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { securityEvent, type SecurityEvent } from './security-event.ts'

/** The first parameter of almost every function. In a transaction, `db` is the transaction. */
export interface Context {
  readonly database: Database
  readonly db: Statements
  readonly config: Config
  /** The database's time, for all that is stored, signed or shown. */
  readonly now: () => Date
  /** Monotonic milliseconds. */
  readonly steady: () => number
  readonly log: Logger
  readonly pendingEvents?: SecurityEvent[]
}

export const later = ({ now }: Pick<Context, 'now'>, seconds: number): Date =>
  new Date(now().getTime() + seconds * 1000)

/** Does not undo other effects, so `run` must not send emails or call other services. */
export async function transaction<T>(ctx: Context, run: (tx: Context) => Promise<T>): Promise<T> {
  const pendingEvents: SecurityEvent[] = []
  const result = await ctx.database.begin((db) => run({ ...ctx, db, pendingEvents }))
  for (const { event, ...details } of pendingEvents) securityEvent(ctx, event, details)
  return result
}
