import postgres from 'postgres'

/** The database is down, full, read-only or too busy; the statement is not to blame. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  readonly code: string // SQLSTATE, or the code of Node or postgres.js
  /** Safe to show to anyone. `details` are for operators only. */
  readonly reason: string

  constructor(reason: string, cause?: unknown, details?: string) {
    super(details === undefined ? reason : `${reason}: ${details}`, cause === undefined ? undefined : { cause })
    this.reason = reason
    this.code = codeOf(cause)
  }
}

export const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code') ?? '')

export const silent = 'the database does not respond in time'
export const lost = 'the connection to the database was lost'
export const abandoned = 'the client disconnected'
export const withoutSettings =
  'A pooler in front of PostgreSQL drops session settings. Set DATABASE_POOLER=transaction.'

const reasons: readonly [pattern: RegExp, reason: string][] = [
  [/unsupported startup parameter/, withoutSettings], // from PgBouncer
  [/^53100 /, 'the database has no space left'],
  [/^53300 /, 'the database has no connection left'],
  [/^53... /, 'the database has no resources left'],
  [/^25006 /, 'the database is read-only'],
  [/^57P03 /, 'the database is starting'],
  [/^57P.. /, 'the database is shutting down'],
  [/^57014 /, 'a statement took too long'],
  [/^55P03 /, 'a lock was held for too long'],
  [/^25P0[34] /, 'a transaction took too long'],
  [/^40(001|P01) /, 'several transactions changed the same rows'],
  [/^58... /, 'the database cannot use its disk'],
  [/^(08...|CONNECTION_\w+|E[A-Z_]+) /, lost],
]

/** Wraps errors that mean "unavailable", and all others too if `otherwise` is given. */
export function asUnavailable(error: unknown, otherwise?: string): unknown {
  if (error instanceof DatabaseUnavailable || !(error instanceof Error)) return error
  const found = reasons.find(([pattern]) => pattern.test(`${codeOf(error)} ${error.message}`))?.[1]
  const reason = found ?? otherwise
  if (reason === undefined) return error
  const isPostgresError = found !== undefined && error instanceof postgres.PostgresError
  return new DatabaseUnavailable(reason, error, isPostgresError ? undefined : error.message || codeOf(error))
}
