import { hostname } from 'node:os'
import type postgres from 'postgres'
import type { PoolOptions, Query, Rows } from './connection.ts'
import { parseHosts } from './hosts.ts'
import { nameStatement } from './name-statement.ts'
import { Pool } from './pool.ts'
import { requestContexts } from './request-context.ts'
import { ownSettings } from './sql.ts'

type Tag = <T extends Rows = postgres.Row[]>(
  text: TemplateStringsArray,
  ...values: postgres.ParameterOrFragment<never>[]
) => Promise<postgres.RowList<T>>

export interface Statements {
  /** Only for statements that change and lock nothing: they run again if the connection ends. */
  readonly read: Tag
  readonly write: Tag
  /** Runs `text`; without values it may be several statements. */
  unsafe<T extends Rows>(text: string, values?: postgres.ParameterOrJSON<never>[]): Promise<postgres.RowList<T>>
}

/** Every method throws DatabaseUnavailable or PostgreSQL's own error. */
export interface Database extends Statements {
  readonly health: Statements // on a connection reserved for health checks
  /** `finish` may send a last statement, which the commit does not wait for. If it fails, nothing is committed. */
  begin<T>(
    run: (transaction: Statements) => Promise<T>,
    finish?: (transaction: Statements) => Promise<unknown>,
  ): Promise<T>
  readonly space: PoolOptions['space'] // a health check resets it
  readonly pools: ReadonlySet<Pool>
  /** Gives running statements a second to finish, then closes every connection. */
  end(): Promise<void>
}

/** In milliseconds, enforced by PostgreSQL. */
export interface Deadlines {
  /** This process waits one second longer, including the wait for a connection. */
  readonly statement: number
  readonly lock: number // also limits the wait for a connection while all are in use
}

export interface ConnectOptions extends Pick<PoolOptions, 'onWait' | 'onStatement' | 'onConnectionFailure'> {
  program?: string // for `application_name`, with machine and process
  connections?: number // maximum
  isSession?: boolean // false behind a pooler in transaction mode
  deadlines?: Deadlines | undefined
}

type Run = <T extends Rows>(query: Query<T>, name: string) => Promise<postgres.RowList<T>>

const forever = 2 ** 31 - 1
const minTimeout = 1000 // in milliseconds, for requests that spent their time elsewhere

/** Connects lazily, to one or several hosts. Without `deadlines` nothing times out. */
export function connect(address: string, connectOptions: ConnectOptions = {}): Database {
  const { program = 'account-platform', connections = 10, deadlines, ...observers } = connectOptions
  const hosts = parseHosts(address)
  const isSession = (connectOptions.isSession ?? true) && !hosts.isTransactionPooler
  const { statement = 0, lock = 0 } = deadlines ?? {}
  const queue = deadlines ? lock : forever
  const limits = {
    statement_timeout: String(statement),
    lock_timeout: String(lock),
    idle_in_transaction_session_timeout: String(statement),
  }
  const settings = isSession ? { ...ownSettings, ...limits, client_connection_check_interval: '250' } : undefined
  const readOnly = settings && { ...settings, default_transaction_read_only: 'on' }
  // Idle connections are probably lost too, and only their next statement would find out.
  const onLoss = (): void => {
    for (const { open } of pools) for (const connection of open) if (connection.uses === 0) connection.end()
  }
  const connectTimeout = deadlines ? 1400 : 10_000
  const options = {
    ...observers,
    hosts,
    settings,
    applicationName: `${program}@${hostname()}/${process.pid}`,
    connectTimeout,
    space: { isMissing: false },
    onLoss,
  }
  const half = (connections - 1) / 2
  const shared = connections < 3 ? new Pool({ ...options, name: 'writes', size: connections }) : undefined
  const writes = shared ?? new Pool({ ...options, name: 'writes', size: Math.ceil(half) })
  const reads = shared ?? new Pool({ ...options, name: 'reads', size: Math.floor(half), settings: readOnly })
  const health = shared ?? new Pool({ ...options, name: 'health', size: 1 })
  const pools = new Set([writes, reads, health])

  const timeLeft = (): number => {
    const { deadline = Infinity } = requestContexts.getStore() ?? {}
    return deadlines ? Math.min(statement + 1000, Math.max(deadline - performance.now(), minTimeout)) : forever
  }

  const localLimits = Object.entries(limits).map(([name, value]) => `set local ${name} = ${value}`)
  const start = deadlines && !isSession ? ['begin', ...localLimits].join('; ') : 'begin'

  const begin: Database['begin'] = async (run, finish) => {
    const connection = await writes.acquire(Math.min(queue, timeLeft()))
    const command = (name: string, text = name) => connection.run((client) => client.unsafe(text), name, timeLeft())
    let isOver = false
    const runInside: Run = (query, name) => {
      if (isOver) throw new Error('The transaction of this statement has ended.')
      return connection.run(query, name, timeLeft(), requestContexts.getStore())
    }
    try {
      // Pipelined: the first statement does not wait for the response to `begin`.
      const [, value] = await Promise.all([command('begin', start), run(statementsBy(runInside))]).finally(
        () => (isOver = true),
      )
      // Not canceled with the request: the commit must never be sent without the last statement.
      const last = finish?.(statementsBy((query, name) => connection.run(query, name, timeLeft())))
      const [end] = await Promise.all([command('commit'), last])
      if (end.command === 'ROLLBACK') throw new Error('A statement of the transaction failed.')
      return value
    } catch (error) {
      await command('rollback').catch(() => connection.end())
      throw error
    } finally {
      writes.release(connection)
    }
  }

  return {
    ...statementsBy(runOn(writes, 1, queue, timeLeft), runOn(reads, 3, queue, timeLeft)),
    health: statementsBy(runOn(health, 1, queue, timeLeft)),
    begin,
    space: options.space,
    pools,
    end: async () => void (await Promise.all([...pools].map((pool) => pool.end()))),
  }
}

const runOn =
  (pool: Pool, maxTries: number, queue: number, timeLeft: () => number): Run =>
  async (query, name) => {
    const context = requestContexts.getStore()
    const end = performance.now() + timeLeft()
    const untilEnd = (): number => Math.max(end - performance.now(), 0) // Node warns of negative timeouts
    for (let tries = 1; ; tries++) {
      const connection = await pool.acquire(Math.min(queue, untilEnd()))
      try {
        return await connection.run(query, name, untilEnd(), context)
      } catch (error) {
        if (tries === maxTries || !connection.isEnded || performance.now() > end) throw error
      } finally {
        pool.release(connection)
      }
    }
  }

const tagBy = (run: Run): Tag => {
  const tag: Tag = (strings, ...values) => {
    const { name, text } = nameStatement(strings, tag)
    return run((client) => client(text, ...values), name)
  }
  return tag
}

const statementsBy = (run: Run, runRead = run): Statements => ({
  read: tagBy(runRead),
  write: tagBy(run),
  unsafe: (text, values) => run((client) => client.unsafe(text, values), 'unsafe'),
})
