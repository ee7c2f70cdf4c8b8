import type { Database, Statements } from 'database/connect.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { logEntry, writeRecorded, type Origin, type Recorded } from './journal/journal.ts'

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
  /** Absent in a request, which has its own. */
  readonly origin?: Origin
  /** In a transaction: what its commit writes. */
  readonly journal?: Recorded[]
}

export const later = ({ now }: Pick<Context, 'now'>, seconds: number): Date =>
  new Date(now().getTime() + seconds * 1000)

/** Does not undo other effects, so `run` must not send emails or call other services. */
export async function transaction<T>(ctx: Context, run: (tx: Context) => Promise<T>): Promise<T> {
  const journal: Recorded[] = []
  const result = await ctx.database.begin(
    (db) => run({ ...ctx, db, journal }),
    (db) => writeRecorded({ db, journal }),
  )
  for (const { entry } of journal) logEntry(ctx, entry)
  return result
}
