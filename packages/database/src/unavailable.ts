import postgres from 'postgres'

/** The database cannot do now what it was asked, through no fault of the question: it is away, full, or too busy. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** Of what caused it: SQLSTATE, or the code of Node or postgres.js. */
  readonly code: string
  /** In our words, which everybody may read. `details` are for operators only. */
  readonly reason: string

  constructor(reason: string, cause?: unknown, details?: string) {
    super(details === undefined ? reason : `${reason}: ${details}`, cause === undefined ? undefined : { cause })
    this.reason = reason
    this.code = codeOf(cause)
  }
}

export const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code') ?? '')

export const silent = 'the database does not answer in time'
export const lost = 'the connection to the database was lost'
export const abandoned = 'nobody waits for the answer'
export const withoutSettings =
  'Between here and PostgreSQL stands a pooler that does not keep the settings of a session: set DATABASE_POOLER=transaction.'

/** By SQLSTATE (PostgreSQL's appendix A), the code of Node or that of postgres.js, and message. */
const reasons: readonly [pattern: RegExp, reason: string][] = [
  [/unsupported startup parameter/, withoutSettings], // by PgBouncer
  [/^53100 /, 'the database has no space left'],
  [/^53300 /, 'the database has no connection left'],
  [/^53... /, 'the database has no resources left'],
  [/^25006 /, 'the database is read-only'],
  [/^57P03 /, 'the database is starting'],
  [/^57P.. /, 'the database is shutting down'],
  [/^57014 /, 'a statement took too long'],
  [/^55P03 /, 'a row is locked for too long'],
  [/^25P0[34] /, 'a transaction took too long'],
  [/^40(001|P01) /, 'several changed the same at once'],
  [/^58... /, 'the database cannot use its disk'],
  [/^(08...|CONNECTION_\w+|E[A-Z_]+) /, lost],
]

/** Errors that say that the database is unavailable as such, or `otherwise`, if that is given; the others as they are. */
export function asUnavailable(error: unknown, otherwise?: string): unknown {
  if (error instanceof DatabaseUnavailable || !(error instanceof Error)) return error
  const found = reasons.find(([pattern]) => pattern.test(`${codeOf(error)} ${error.message}`))?.[1]
  const reason = found ?? otherwise
  if (reason === undefined) return error
  // PostgreSQL's own words add nothing to ours.
  const isSaid = found !== undefined && error instanceof postgres.PostgresError
  return new DatabaseUnavailable(reason, error, isSaid ? undefined : error.message || codeOf(error))
}
