import { parseHosts } from './hosts.ts'
import { silenceTimeout, type Connection } from './connection.ts'
import { Pool, type PoolName, type PoolState } from './pool.ts'
import { currentRequestContext, type RequestContext } from './request-context.ts'
import { createSql, type Run, type Sql } from './statement.ts'
import { codeOf, DatabaseUnavailable } from './unavailable.ts'

export type { Fragment, Sql, Statement } from './statement.ts'

/**
 * Connections to one PostgreSQL database. Everything throws a DatabaseUnavailable if the database is away, full, read-only or too busy,
 * and otherwise the error of PostgreSQL.
 */
export interface Database {
  /** Runs each statement on its own. */
  readonly sql: Sql
  /** The same on a connection for health checks alone. */
  readonly health: Sql
  /** Runs `run` in one transaction: commits when it resolves, rolls back and rejects with its error when it throws. */
  begin<T>(run: (sql: Sql) => Promise<T>): Promise<T>
  /** Whether a write failed for lack of disk space; a health check resets it. */
  readonly space: { isMissing: boolean }
  /** What each pool of connections does now. */
  state(): PoolState[]
  /** Gives running statements a second to finish, then closes every connection. */
  end(): Promise<void>
}

/** In milliseconds. */
export interface Deadlines {
  /** For a statement, by PostgreSQL. Here a second more, which includes its wait for a connection and its retries. */
  readonly statement: number
  /** For a lock, by PostgreSQL. */
  readonly lock: number
  /** For a connection, while all are in use or the database accepts none. */
  readonly queue: number
}

interface ConnectOptions {
  /** Maximum, each opened when it is first needed. */
  connections?: number
  /** Whether a connection is one session of PostgreSQL: false behind a pooler in transaction mode. */
  isSession?: boolean
  /** None: everything may take as long as it takes, and anybody may use all connections. */
  deadlines?: Deadlines | undefined
  /** Called with the milliseconds that a statement or transaction waited for a connection, and whether it got one. */
  onWait?: (pool: PoolName, waited: number, isServed: boolean) => void
}

const forever = 2 ** 31 - 1
/** For a response to a health check and for other connections, in milliseconds. */
const connectTimeout = { health: 1400, others: 3000, withoutDeadlines: 10_000 }
/** Before a read is retried, in milliseconds: what ended its connection usually ends all of them. */
const retryPause = 50

/** Opens connections to `address` (`postgres://user:password@host:port/name`, or several hosts) when statements need them. */
export function connect(
  address: string,
  { connections = 10, isSession = true, deadlines, onWait }: ConnectOptions = {},
): Database {
  const hosts = parseHosts(address)
  const { statement = 0, lock = 0, queue = forever } = deadlines ?? {}
  const settings = {
    statement_timeout: String(statement),
    lock_timeout: String(lock),
    idle_in_transaction_session_timeout: String(statement),
  }
  const openPool = (name: PoolName, size: number, timeout = connectTimeout.others): Pool =>
    new Pool({
      name,
      size,
      hosts,
      isSession,
      settings: name === 'reads' ? { ...settings, default_transaction_read_only: 'on' } : settings,
      connectTimeout: deadlines ? timeout : connectTimeout.withoutDeadlines,
      queueTimeout: deadlines ? queue : 0,
      isFair: deadlines !== undefined,
      onWait,
      onSilence: (since) => pools.forEach((pool) => pool.endSilent(since)),
    })
  // With fewer than three connections all share one pool.
  const isSplit = connections >= 3
  const writes = openPool('writes', isSplit ? Math.ceil((connections - 1) / 2) : connections)
  const reads = isSplit ? openPool('reads', Math.floor((connections - 1) / 2)) : writes
  const health = isSplit ? openPool('health', 1, connectTimeout.health) : writes
  const pools = new Set([writes, reads, health])

  const space = { isMissing: false }
  const noteSpace = (error: unknown): void => {
    if (codeOf(error) === '53100') space.isMissing = true
  }
  const timeoutOf = (context: RequestContext | undefined): number =>
    deadlines ? Math.min(statement + silenceTimeout, context?.left ?? forever) : forever

  const runOn =
    (pool: Pool, isRead: boolean): Run =>
    async (query) => {
      const context = currentRequestContext()
      const end = performance.now() + timeoutOf(undefined)
      let firstLoss = Infinity
      const timeLeft = (): number => Math.max(0, Math.min(timeoutOf(context), end - performance.now()))
      context?.startWaiting()
      try {
        for (;;) {
          const connection = await pool.acquire(!isRead, Math.min(queue, timeLeft()), context)
          try {
            return await connection.send(query.build, {
              timeout: timeLeft(),
              context,
              onEnd: () => pool.release(connection),
            })
          } catch (error) {
            // The others that were open may have ended too.
            const mayRetry = isRead && connection.openedAt < firstLoss && hasConnectionFailed(connection, error)
            if (!mayRetry) throw error
            firstLoss = Math.min(firstLoss, performance.now())
            await new Promise((resolve) => setTimeout(resolve, retryPause))
          }
        }
      } catch (error) {
        if (!isRead) noteSpace(error)
        throw error
      } finally {
        context?.endWaiting()
      }
    }

  const begin = async <T>(run: (sql: Sql) => Promise<T>): Promise<T> => {
    const context = currentRequestContext()
    context?.startWaiting()
    const connection = await writes
      .acquire(true, Math.min(queue, timeoutOf(context)), context)
      .finally(() => context?.endWaiting())
    const command = (text: string, timeout: number) => connection.send((client) => client.unsafe(text), { timeout })
    let failure: { error: unknown } | undefined
    let isOver = false
    const runInside: Run = async (query) => {
      if (isOver) throw new Error('The transaction of this query is over.')
      context?.startWaiting()
      try {
        return await connection.send(query.build, { timeout: timeoutOf(context), context })
      } catch (error) {
        failure ??= { error }
        throw error
      } finally {
        context?.endWaiting()
      }
    }
    try {
      await command(startOfTransaction, timeoutOf(context))
      const value = await run(createSql(runInside))
      // PostgreSQL would respond to `commit` with a rollback, without an error.
      if (failure) throw failure.error
      isOver = true
      await command('commit', Math.max(timeoutOf(context), silenceTimeout))
      writes.release(connection)
      return value
    } catch (error) {
      isOver = true
      noteSpace(failure?.error ?? error)
      const released = command('rollback', 2 * silenceTimeout)
        .catch((reason: unknown) => connection.end(reason))
        .finally(() => writes.release(connection))
      // No caller waits for a database that does not respond.
      if (!(error instanceof DatabaseUnavailable)) await released
      throw error
    }
  }
  // A transaction runs in one session, also behind a pooler.
  const startOfTransaction =
    deadlines && !isSession
      ? `begin; ${Object.entries(settings)
          .map(([name, value]) => `set local ${name} = ${value}`)
          .join('; ')}`
      : 'begin'

  return {
    sql: createSql(runOn(writes, false), runOn(reads, true)),
    health: createSql(runOn(health, false)),
    begin,
    space,
    state: () => [...pools].map((pool) => pool.state),
    end: async () => void (await Promise.all([...pools].map((pool) => pool.end()))),
  }
}

/** Whether a statement failed because its connection ended, or was hit by the cancel of another statement. */
const hasConnectionFailed = (connection: Connection, error: unknown): boolean =>
  connection.isEnded || (connection.isLeaving && codeOf(error) === '57014')
