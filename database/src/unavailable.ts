import postgres from 'postgres'

/** The database cannot do now what it was asked, through no fault of the question: it is away, full, or too busy. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** Of what caused it: SQLSTATE, or the code of Node or postgres.js. */
  readonly code: string
  /** In a few words of ours, which everybody may read. */
  readonly reason: string
  /** What PostgreSQL says itself, with its names of roles and databases, is for operators: `details`. */
  constructor(reason: string, cause?: unknown, details?: string) {
    super(details === undefined ? reason : `${reason}: ${details}`, cause === undefined ? undefined : { cause })
    this.reason = reason
    this.code = codeOf(cause)
  }
}

export function codeOf(error: unknown): string {
  return String(Reflect.get(Object(error), 'code') ?? '')
}

/** By SQLSTATE (PostgreSQL's appendix A), the code of Node, or that of postgres.js. */
const reasons: readonly [code: RegExp, reason: string][] = [
  [/^53100$/, 'the database has no space left'],
  [/^53300$/, 'the database has no connection left'],
  [/^53...$/, 'the database has no resources left'],
  [/^25006$/, 'the database is read-only'],
  [/^57P03$/, 'the database is starting'],
  [/^57P..$/, 'the database is shutting down'],
  [/^57014$/, 'a statement took too long'],
  [/^55P03$/, 'a row is locked for too long'],
  [/^25P0[34]$/, 'a transaction took too long'],
  [/^40(001|P01)$/, 'several changed the same at once'],
  [/^58...$/, 'the database cannot use its disk'],
  [/^(08...|CONNECTION_\w+|E[A-Z_]+)$/, 'the connection to the database was lost'],
]

/** Errors that say that the database is unavailable as such; the others as they are. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  const code = codeOf(error)
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1]
  if (reason === undefined) return error
  // Which address, and how: PostgreSQL's own words add nothing to ours.
  const isServers = error instanceof postgres.PostgresError
  const details = !isServers && error instanceof Error ? error.message || code : undefined
  return new DatabaseUnavailable(reason, error, details)
}
