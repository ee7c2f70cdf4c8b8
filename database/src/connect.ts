import type postgres from 'postgres'
import type { Query, Rows } from './connection.ts'
import { parseHosts } from './hosts.ts'
import { Pool, type PoolName } from './pool.ts'
import { requestContexts } from './request-context.ts'
import { codeOf } from './unavailable.ts'

type Tag = <T extends Rows = postgres.Row[]>(
  text: TemplateStringsArray,
  ...values: postgres.ParameterOrFragment<never>[]
) => Promise<postgres.RowList<T>>

/** Runs statements, whose parts `sql` makes. */
export interface Statements {
  /** For statements that neither change nor lock anything. They are run again if their connection ends. */
  readonly read: Tag
  readonly write: Tag
  /** Runs `text`; without values it may be several statements. */
  unsafe<T extends Rows>(text: string, values?: postgres.ParameterOrJSON<never>[]): Promise<postgres.RowList<T>>
}

/**
 * Connections to one PostgreSQL database. Everything throws a DatabaseUnavailable if the database is away,
 * full, read-only or too busy, and otherwise the error of PostgreSQL.
 */
export interface Database extends Statements {
  /** Uses a connection for health checks alone. */
  readonly health: Statements
  /** Runs `run` in one transaction: commits when it resolves, rolls back and rejects with its error when it throws. */
  begin<T>(run: (transaction: Statements) => Promise<T>): Promise<T>
  /** Whether a write failed for lack of disk space; a health check resets it. */
  readonly space: { isMissing: boolean }
  readonly pools: ReadonlySet<Pool>
  /** Gives running statements a second to finish, then closes every connection. */
  end(): Promise<void>
}

/** In milliseconds. */
export interface Deadlines {
  /** For a statement, by PostgreSQL. Here a second more, which includes its wait for a connection. */
  readonly statement: number
  /** For a lock, by PostgreSQL, and for a connection while all are in use. */
  readonly lock: number
}

interface ConnectOptions {
  /** Maximum. */
  connections?: number
  /** Whether a connection is one session of PostgreSQL: false behind a pooler in transaction mode. */
  isSession?: boolean
  /** None: everything may take as long as it takes. */
  deadlines?: Deadlines | undefined
  onWait?: (pool: PoolName, waited: number, isServed: boolean) => void
}

type Run = <T extends Rows>(query: Query<T>) => Promise<postgres.RowList<T>>

const forever = 2 ** 31 - 1

/** Opens connections to `address` (`postgres://user:password@host:port/name`, or several hosts) when they are needed. */
export function connect(
  address: string,
  { connections = 10, isSession = true, deadlines, onWait }: ConnectOptions = {},
): Database {
  const hosts = parseHosts(address)
  const { statement = 0, lock = 0 } = deadlines ?? {}
  const queue = deadlines ? lock : forever
  const limits = {
    statement_timeout: String(statement),
    lock_timeout: String(lock),
    idle_in_transaction_session_timeout: String(statement),
  }
  const onLoss = (): void => pools.forEach((pool) => pool.endIdle())
  const openPool = (name: PoolName, size: number): Pool => {
    const readOnly = name === 'reads' && { default_transaction_read_only: 'on' }
    const settings = { ...limits, client_connection_check_interval: '250', ...readOnly }
    const connectTimeout = deadlines ? 1400 : 10_000
    return new Pool({ name, size, hosts, isSession, settings, connectTimeout, onWait, onLoss })
  }
  const half = (connections - 1) / 2
  const shared = connections < 3 ? openPool('writes', connections) : undefined
  const writes = shared ?? openPool('writes', Math.ceil(half))
  const reads = shared ?? openPool('reads', Math.floor(half))
  const health = shared ?? openPool('health', 1)
  const pools = new Set([writes, reads, health])

  const space = { isMissing: false }
  /** Milliseconds for a statement of the current request, or of background work. */
  const timeLeft = (): number =>
    deadlines ? Math.min(statement + 1000, requestContexts.getStore()?.left ?? forever) : forever

  const runOn =
    (pool: Pool, maxTries = 1): Run =>
    async (query) => {
      const context = requestContexts.getStore()
      const end = performance.now() + timeLeft()
      for (let tries = 1; ; tries++) {
        const connection = await pool.acquire(Math.min(queue, end - performance.now()))
        try {
          return await connection.run(query, end - performance.now(), context)
        } catch (error) {
          space.isMissing ||= codeOf(error) === '53100'
          const isGivenUp = context?.hasLeft || performance.now() > end
          if (tries === maxTries || !connection.isEnded || isGivenUp) throw error
        } finally {
          pool.release(connection)
        }
      }
    }

  // A transaction runs in one session, also behind a pooler.
  const localLimits = Object.entries(limits).map(([name, value]) => `set local ${name} = ${value}`)
  const start = deadlines && !isSession ? ['begin', ...localLimits].join('; ') : 'begin'

  const begin: Database['begin'] = async (run) => {
    const connection = await writes.acquire(Math.min(queue, timeLeft()))
    const command = (text: string) => connection.run((client) => client.unsafe(text), timeLeft())
    let failure: { error: unknown } | undefined
    let isOver = false
    const runInside: Run = (query) => {
      if (isOver) throw new Error('The transaction of this statement is over.')
      const result = connection.run(query, timeLeft(), requestContexts.getStore())
      result.catch((error: unknown) => (failure ??= { error }))
      return result
    }
    try {
      // At once: the first statement need not wait for the response to `begin`.
      const [, value] = await Promise.all([command(start), run(statementsBy(runInside))])
      // PostgreSQL would respond to `commit` with a rollback, without an error.
      if (failure) throw failure.error
      isOver = true
      await command('commit')
      return value
    } catch (error) {
      isOver = true
      space.isMissing ||= codeOf(failure?.error ?? error) === '53100'
      await command('rollback').catch((reason: unknown) => connection.end(reason))
      throw error
    } finally {
      writes.release(connection)
    }
  }

  return {
    ...statementsBy(runOn(writes), runOn(reads, 3)),
    health: statementsBy(runOn(health)),
    begin,
    space,
    pools,
    end: async () => void (await Promise.all([...pools].map((pool) => pool.end()))),
  }
}

const statementsBy = (run: Run, runRead = run): Statements => ({
  read: (text, ...values) => runRead((client) => client(text, ...values)),
  write: (text, ...values) => run((client) => client(text, ...values)),
  unsafe: (text, values) => run((client) => client.unsafe(text, values)),
})
