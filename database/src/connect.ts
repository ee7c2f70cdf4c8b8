import postgres from 'postgres'
import { presentAsker, type Asker } from './asker.ts'
import { parseHosts } from './hosts.ts'
import { clientOptions, type Lane } from './lane.ts'
import { Pool, type PoolName, type PoolState, type Waiter } from './pool.ts'
import { copyOf, dispatching, onlyReads, type Statement } from './statement.ts'
import { codeOf, DatabaseUnavailable } from './unavailable.ts'

/** The SQL tag (fragments, `sql(object)`, `sql.json`, `sql.unsafe` …), the same outside and inside a transaction. */
export type Sql = postgres.ISql

/** A piece of SQL to be put into a query: what the tag answers before it is awaited. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/**
 * Connections to one PostgreSQL database. All that it does throws a DatabaseUnavailable when the database is away, full, read-only
 * or too busy; what PostgreSQL refuses is thrown as it says it.
 */
export interface Database {
  /** Runs each query on its own: what only reads on connections for that, where it waits for nobody's lock; the others one by one. */
  readonly sql: Sql
  /** The same on a connection that nothing else uses, for health checks. */
  readonly health: Sql
  /** Runs `run` in one transaction: commits when it resolves, rolls back and rejects with its error when it throws. */
  begin<T>(run: (sql: Sql) => Promise<T>): Promise<T>
  /** Whether a write was refused for want of space, until somebody finds that there is some again. */
  readonly space: { isMissing: boolean }
  /** What each of its pools of connections does now. */
  state(): PoolState[]
  /** Gives running queries a second to finish, then closes every connection. */
  end(): Promise<void>
}

/** In milliseconds. */
export interface Deadlines {
  /**
   * For a statement, by PostgreSQL. Here a second more, for a connection that says nothing at all; where it is no part of a transaction,
   * its wait for a connection and being tried again are within that.
   */
  readonly statement: number
  /** For a lock, by PostgreSQL. */
  readonly lock: number
  /** For a connection, while others have them all or the database takes none. */
  readonly queue: number
}

interface ConnectOptions {
  /** How many connections at most; each is opened when it is first needed. */
  connections?: number
  /** Whether a connection is one session of PostgreSQL: false behind a pooler in transaction mode, which gives each transaction another. */
  isSession?: boolean
  /** None: everything may take as long as it takes, also for a role with limits of its own, and may use all connections for anybody. */
  deadlines?: Deadlines | undefined
  /** Told how long each statement of its own and each transaction waited for a connection, in milliseconds, and whether it got one. */
  onTurn?: (pool: PoolName, waited: number, isServed: boolean) => void
}

const forever = 2 ** 31 - 1
const endless = { statement: 0, lock: 0 }
const connectTimeout = 3000
/** For an answer to a health check, connecting included. */
const healthTimeout = 1500
/** How long a connection may go on saying nothing after it was told to stop. */
const silence = 1000
/** Before a read is tried again: what ended one connection mostly ends all of them. */
const toNoticeTheOthers = 50
/** A client that goes does not undo what is nearly done. */
const graceOfTheGone = 250

/**
 * Opens connections to the database at `address` (`postgres://user:password@host:port/name`, with several hosts if need be).
 * Nothing is sent before the first query.
 */
export function connect(
  address: string,
  { connections = 10, isSession = true, deadlines, onTurn }: ConnectOptions = {},
): Database {
  const hosts = parseHosts(address)
  const startAt = { host: 0 }
  const poolOf = (name: PoolName, size: number, { readOnly = false, timeout = connectTimeout } = {}): Pool =>
    new Pool({
      name,
      hosts,
      startAt,
      isSession,
      settings: { ...timeoutsOf(deadlines ?? endless), ...(readOnly && { default_transaction_read_only: 'on' }) },
      size,
      isFair: deadlines !== undefined,
      connectTimeout: deadlines ? timeout : 10_000,
      queueTimeout: deadlines?.queue ?? 0,
    })
  // With fewer than three there is no keeping apart.
  const apart = connections >= 3
  const writes = poolOf('writes', apart ? Math.ceil((connections - 1) / 2) : connections)
  const reads = apart ? poolOf('reads', Math.floor((connections - 1) / 2), { readOnly: true }) : writes
  const health = apart ? poolOf('health', 1, { timeout: healthTimeout - 100 }) : writes
  const pools = new Set([writes, reads, health])
  const endSilent = (since: number): void => pools.forEach((each) => each.endSilent(since))

  const space = { isMissing: false }
  const noteSpace = (error: unknown): void => {
    if (codeOf(error) === '53100') space.isMissing = true
  }

  /** Milliseconds for a statement of `asker`, or for nobody's. */
  const patienceOf = (asker: Asker | undefined): number =>
    deadlines ? Math.min(deadlines.statement + silence, asker?.left ?? forever) : forever

  /** Sends `statement` on `lane`, and gives it up after `patience` ms, or soon after its asker has gone. */
  const send = (lane: Lane, statement: Statement, { asker, patience, settle, release }: Sending): void => {
    let isGivenUp = false
    const giveUp = (reason: string): void => {
      isGivenUp = true
      clear()
      lane.cancel(statement, silence, endSilent)
      settle(new DatabaseUnavailable(reason))
    }
    const expiry = setTimeout(giveUp, patience, 'the database does not answer in time')
    let leaving: NodeJS.Timeout | undefined
    const leave = (): void => void (leaving ??= setTimeout(giveUp, graceOfTheGone, 'nobody waits for the answer'))
    const clear = (): void => {
      clearTimeout(expiry)
      clearTimeout(leaving)
      asker?.onGone.delete(leave)
    }
    if (asker?.isGone) leave()
    asker?.onGone.add(leave)
    const end = (error: unknown, rows?: unknown): void => {
      if (!isGivenUp) {
        clear()
        settle(error, rows)
      }
      release?.()
    }
    lane.send(statement, { resolve: (rows) => end(undefined, rows), reject: end })
  }

  /** Waits for a lane of `pool`, but not for ever nor longer than `patience` ms, nor for somebody who has gone. */
  const enter = (pool: Pool, waiter: Waiter, patience: number): void => {
    const { asker } = waiter
    let timer: NodeJS.Timeout | undefined
    let isWaiting = true
    const since = performance.now()
    const endWaiting = (isServed: boolean): void => {
      isWaiting = false
      onTurn?.(pool.name, performance.now() - since, isServed)
      clearTimeout(timer)
      asker?.onGone.delete(leave)
    }
    const inTime: Waiter = {
      ...waiter,
      use: (lane, release) => {
        endWaiting(true)
        waiter.use(lane, release)
      },
      refuse: (error) => {
        endWaiting(false)
        waiter.refuse(error)
      },
    }
    const leave = (): void => {
      if (pool.leave(inTime)) inTime.refuse(pool.reason)
    }
    pool.enter(inTime)
    if (!isWaiting) return
    if (asker?.isGone) return leave()
    timer = setTimeout(leave, Math.min(deadlines?.queue ?? forever, patience))
    asker?.onGone.add(leave)
  }

  const dispatchTo = (pool: Pool) => (query: Statement) => {
    const asker = presentAsker()
    const { resolve, reject } = query
    const isRead = onlyReads(query)
    asker?.startWaiting()
    // One statement's time, also for who has waited for a connection and is tried again.
    const end = performance.now() + patienceOf(undefined)
    const left = (): number => Math.max(0, Math.min(patienceOf(asker), end - performance.now()))
    const settle = (error: unknown, rows?: unknown): void => {
      asker?.endWaiting()
      if (!isRead) noteSpace(error)
      if (error === undefined) resolve(rows)
      else reject(error)
    }
    /** Tries a read again until it was on a connection that was opened after the first one ended (`lostAt`): older ones may all be lost. */
    const run = (statement: Statement, lostAt = Infinity): void => {
      const use: Waiter['use'] = (lane, release) =>
        send(lane, statement, {
          asker,
          patience: left(),
          release,
          settle: (error, rows) => {
            if (isRead && error !== undefined && lane.openedAt < lostAt && isLanesEnd(lane, error)) {
              const since = Math.min(lostAt, performance.now())
              setTimeout(() => setImmediate(run, copyOf(client, statement), since), toNoticeTheOthers)
            } else settle(error, rows)
          },
        })
      enter(isRead && pool === writes ? reads : pool, { isExclusive: !isRead, asker, refuse: settle, use }, left())
    }
    run(query)
  }

  const begin = async <T>(run: (sql: Sql) => Promise<T>): Promise<T> => {
    const asker = presentAsker()
    asker?.startWaiting()
    const { lane, release } = await new Promise<{ lane: Lane; release: () => void }>((resolve, refuse) => {
      const use: Waiter['use'] = (free, done) => resolve({ lane: free, release: done })
      enter(writes, { isExclusive: true, asker, refuse, use }, patienceOf(asker))
    }).finally(() => asker?.endWaiting())
    const command = (text: string, patience: number): Promise<void> =>
      new Promise((resolve, reject) =>
        send(lane, lane.statement(text), {
          asker: undefined,
          patience,
          settle: (error) => (error === undefined ? resolve() : reject(error)),
        }),
      )
    let failure: { error: unknown } | undefined
    let isOver = false
    const dispatch = (query: Statement): void => {
      const { resolve, reject } = query
      if (isOver) return reject(new Error('The transaction of this query is over.'))
      asker?.startWaiting()
      send(lane, query, {
        asker,
        patience: patienceOf(asker),
        settle: (error, rows) => {
          asker?.endWaiting()
          if (error === undefined) return resolve(rows)
          noteSpace(error)
          failure ??= { error }
          reject(error)
        },
      })
    }
    try {
      await command(startOfTransaction, patienceOf(asker))
      const value = await run(dispatching(client, dispatch))
      // PostgreSQL would answer `commit` with a rollback, and say nothing.
      if (failure) throw failure.error
      isOver = true
      await command('commit', Math.max(patienceOf(asker), silence))
      release()
      return value
    } catch (error) {
      isOver = true
      noteSpace(error)
      const undone = lane.isEnded ? Promise.resolve() : command('rollback', 2 * silence).catch(() => lane.end(error))
      const released = undone.finally(release)
      // Nobody waits for a database that does not answer.
      if (!(error instanceof DatabaseUnavailable)) await released
      throw error
    }
  }

  // Makes the queries, and runs none of them.
  const client = postgres(hosts.url, clientOptions)
  // A transaction is in one session whatever stands between, so there its settings hold.
  const startOfTransaction =
    deadlines && !isSession
      ? `begin; ${Object.entries(timeoutsOf(deadlines))
          .map(([name, value]) => `set local ${name} = ${value}`)
          .join('; ')}`
      : 'begin'

  return {
    sql: dispatching(client, dispatchTo(writes)),
    health: dispatching(client, dispatchTo(health)),
    begin,
    space,
    state: () => [...pools].map((each) => each.state),
    end: async () => void (await Promise.all([...pools].map((each) => each.end()))),
  }
}

/** What a session is set to when it begins; 0 is no end. */
const timeoutsOf = ({ statement, lock }: Pick<Deadlines, 'statement' | 'lock'>) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: statement,
})

interface Sending {
  readonly asker: Asker | undefined
  /** In milliseconds. */
  readonly patience: number
  /** Called once, at the end or when it is given up. */
  readonly settle: (error: unknown, rows?: unknown) => void
  /** Called when the lane has nothing to do with it any more. */
  readonly release?: () => void
}

/** Whether a statement failed because its connection ended, or because another statement's end met it. */
const isLanesEnd = (lane: Lane, error: unknown): boolean =>
  lane.isEnded || (lane.isLeaving && codeOf(error) === '57014')
