import type { Database, Sql } from 'database/connect.ts'

/** What all that works on the registry's tables is given. */
export interface RegistryContext {
  readonly database: Database
  /** Of the database, or of the transaction that runs. */
  readonly sql: Sql
  readonly now: () => Date
}

/** Who changes something, for the log. */
export interface Actor {
  /** A token's id, a user's, "operator". */
  readonly who: string
  readonly why?: string | undefined
}

/** Runs `run` in one transaction that nobody else changes `name` beside. */
export function changing<T>(ctx: RegistryContext, name: string, run: (tx: RegistryContext) => Promise<T>): Promise<T> {
  return ctx.database.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`registry ${name}`}, 0))`
    return run({ ...ctx, sql })
  })
}
