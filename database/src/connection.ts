import type { Socket } from 'node:net'
import postgres from 'postgres'
import { dial, type Hosts } from './hosts.ts'
import type { RequestContext } from './request-context.ts'
import { clientOptions } from './sql.ts'
import { asUnavailable, codeOf, DatabaseUnavailable } from './unavailable.ts'

export type Rows = (object | undefined)[]
export type Query<T extends Rows> = (client: postgres.Sql) => postgres.PendingQuery<T>

export interface ConnectionOptions {
  readonly hosts: Hosts
  /** False behind a pooler in transaction mode: no named prepared statements, and no settings. */
  readonly isSession: boolean
  readonly settings: Readonly<Record<string, string>>
  /** In milliseconds. */
  readonly connectTimeout: number
}

/** A client that disconnects does not undo work that is nearly done. In milliseconds. */
const leaveGrace = 250

/** One connection: a client of postgres.js that connects once and is thrown away when the connection ends (decision 003). */
export class Connection {
  isOpen = false
  /** How many statements or transactions use it. */
  uses = 0
  /** It ended, or stayed silent, and others may have too. */
  isLost = false
  readonly #options: ConnectionOptions
  readonly #onEnd: () => void
  /** Makes statements fail. */
  readonly #running = new Set<(error: unknown) => void>()
  #isEnded = false
  #socket: Socket | undefined
  /** Undefined before it is connected and after it has ended. */
  #client: postgres.Sql | undefined

  constructor(options: ConnectionOptions, onEnd: () => void) {
    this.#options = options
    this.#onEnd = onEnd
  }

  /** Throws a DatabaseUnavailable with the reason. */
  async open(): Promise<void> {
    const { hosts, isSession, settings, connectTimeout } = this.#options
    const { current } = hosts
    const end = performance.now() + connectTimeout / hosts.servers.length
    try {
      let socket: Socket | undefined = await dial(hosts, connectTimeout / hosts.servers.length)
      this.#socket = socket
      const options = {
        ...clientOptions,
        connect_timeout: 0,
        prepare: isSession,
        connection: isSession ? settings : {},
        // Once: postgres.js would reconnect without a pause.
        socket: () => {
          if (!socket) throw Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' })
          const first = socket
          socket = undefined
          return first
        },
        onclose: () => this.end(new DatabaseUnavailable(lost), true),
      }
      this.#client = postgres(hosts.url, options)
      const [session] = await this.run((client) => client.unsafe<Session[]>(readSession), end - performance.now())
      if (isSession && session?.statementTimeout !== Number(settings['statement_timeout']))
        throw new DatabaseUnavailable(poolerSentence)
      if (hosts.primaryOnly && session?.isStandby)
        throw new DatabaseUnavailable('the database is read-only: this server follows another one')
      this.isOpen = true
    } catch (error) {
      hosts.current = (current + 1) % hosts.servers.length
      this.end(error)
      const known = isPoolersRefusal(error) ? new DatabaseUnavailable(poolerSentence, error) : asUnavailable(error)
      if (known instanceof DatabaseUnavailable) throw known
      throw new DatabaseUnavailable('the database refuses', error, String(error))
    }
  }

  /** Runs a statement. Ends the connection after `timeout` ms, or soon after the client of the request has left. */
  run<T extends Rows>(query: Query<T>, timeout: number, context?: RequestContext): Promise<postgres.RowList<T>> {
    return new Promise((resolve, reject) => {
      if (!this.#client) throw new DatabaseUnavailable(lost)
      const statement = query(this.#client)
      const stop = (): void => {
        clearTimeout(expiry)
        clearTimeout(leaving)
        context?.onLeave.delete(leave)
        this.#running.delete(fail)
      }
      const fail = (error: unknown): void => {
        stop()
        reject(asUnavailable(error))
      }
      const giveUp = (reason: string, isLost: boolean): void => {
        fail(new DatabaseUnavailable(reason))
        this.end(new DatabaseUnavailable(lost), isLost)
      }
      const expiry = setTimeout(giveUp, timeout, silent, true)
      let leaving: NodeJS.Timeout | undefined
      const leave = (): void => void (leaving ??= setTimeout(giveUp, leaveGrace, 'nobody waits for the answer', false))
      if (context?.hasLeft) leave()
      context?.onLeave.add(leave)
      this.#running.add(fail)
      statement.then(
        (rows) => {
          stop()
          resolve(rows)
        },
        (error: unknown) => {
          // Before the caller hears of it: its next statement must not come here.
          if (!(error instanceof postgres.PostgresError) || /^57P/.test(error.code)) this.end(error, true)
          if (codeOf(error) === '25006') this.end(error) // another server may be the primary by now
          fail(error)
        },
      )
    })
  }

  /** Ends at once. All running statements fail, and PostgreSQL stops them (`client_connection_check_interval`). */
  end(reason: unknown, isLost = false): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.isOpen = false
    this.isLost = isLost
    this.#client = undefined
    this.#socket?.destroy()
    for (const fail of this.#running) fail(reason)
    this.#onEnd()
  }

  /** Lets running statements finish for a second. */
  async close(): Promise<void> {
    await this.#client?.end({ timeout: 1 })
    this.end(new DatabaseUnavailable('the connection was closed'))
  }
}

const lost = 'the connection to the database was lost'
export const silent = 'the database does not answer in time'

interface Session {
  isStandby: boolean
  statementTimeout: number
}

const readSession = `select pg_is_in_recovery() as "isStandby",
  extract(epoch from current_setting('statement_timeout')::interval)::float8 * 1000 as "statementTimeout"`

const poolerSentence =
  'Between here and PostgreSQL stands a pooler that does not keep the settings of a session: set DATABASE_POOLER=transaction.'

/** PgBouncer refuses settings that it cannot keep. */
const isPoolersRefusal = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && /unsupported startup parameter/.test(String(error.cause))
