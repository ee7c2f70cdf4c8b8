import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import type { Hosts } from './hosts.ts'
import type { RequestContext } from './request-context.ts'
import { clientOptions } from './sql.ts'
import { asUnavailable, codeOf, DatabaseUnavailable, lost, silent } from './unavailable.ts'

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

/** One connection: a client of postgres.js that connects once and is thrown away when the connection ends (decision 003). */
export class Connection {
  /** How many statements or transactions use it. */
  uses = 0
  isEnded = false
  /** It ended, or stayed silent, and others may have too. */
  isLost = false
  readonly #onEnd: () => void
  /** Makes statements fail. */
  readonly #running = new Set<(error: unknown) => void>()
  readonly #client: postgres.Sql
  #socket: Socket | undefined

  constructor({ hosts, isSession, settings }: ConnectionOptions, onEnd: () => void) {
    this.#onEnd = onEnd
    const options = {
      ...clientOptions,
      connect_timeout: 0,
      prepare: isSession,
      connection: isSession ? settings : {},
      socket: async () => {
        // Once: postgres.js would reconnect without a pause.
        if (this.#socket) throw Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' })
        const server = hosts.servers[hosts.current]
        const socket = connect({ port: 5432, ...server, keepAlive: true, keepAliveInitialDelay: 10_000, noDelay: true })
        this.#socket = socket.on('error', () => {}) // without a listener it would end the process
        await once(socket, 'connect')
        return Object.assign(socket, server) // postgres.js checks the certificate for `socket.host`
      },
      onclose: () => this.end(new DatabaseUnavailable(lost), true),
    }
    this.#client = postgres(hosts.url, options)
  }

  /** Throws a DatabaseUnavailable with the reason. */
  async open({ hosts, isSession, settings, connectTimeout }: ConnectionOptions): Promise<void> {
    const { current, primaryOnly, servers } = hosts
    try {
      const [session] = await this.run(
        (client) => client.unsafe<Session[]>(readSession),
        connectTimeout / servers.length,
      )
      if (isSession && session?.statementTimeout !== Number(settings['statement_timeout']))
        throw Object.assign(new Error(), { code: 'POOLER' })
      if (primaryOnly && session?.isStandby)
        throw new DatabaseUnavailable('the database is read-only: this server follows another one')
    } catch (error) {
      hosts.current = (current + 1) % servers.length
      this.end(error)
      throw asUnavailable(error, 'the database refuses')
    }
  }

  /** Runs a statement. Ends the connection after `timeout` ms, or when the client of the request has left. */
  run<T extends Rows>(query: Query<T>, timeout: number, context?: RequestContext): Promise<postgres.RowList<T>> {
    return new Promise((resolve, reject) => {
      if (this.isEnded) throw new DatabaseUnavailable(lost)
      if (context?.hasLeft) throw new DatabaseUnavailable(left)
      const statement = query(this.#client)
      const settle = (act: () => void): void => {
        clearTimeout(expiry)
        context?.onLeave.delete(leave)
        this.#running.delete(fail)
        act()
      }
      const fail = (error: unknown): void => settle(() => reject(asUnavailable(error)))
      const giveUp = (reason: string, isLost: boolean): void => {
        fail(new DatabaseUnavailable(reason))
        this.end(new DatabaseUnavailable(lost), isLost)
      }
      const leave = (): void => giveUp(left, false)
      const expiry = setTimeout(giveUp, timeout, silent, true)
      context?.onLeave.add(leave)
      this.#running.add(fail)
      statement.then(
        (rows) => settle(() => resolve(rows)),
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
    if (this.isEnded) return
    this.isEnded = true
    this.isLost = isLost
    this.#socket?.destroy()
    for (const fail of this.#running) fail(reason)
    this.#onEnd()
  }

  /** Lets running statements finish for a second. */
  async close(): Promise<void> {
    await this.#client.end({ timeout: 1 })
    this.end(new DatabaseUnavailable('the connection was closed'))
  }
}

const left = 'nobody waits for the answer'

interface Session {
  isStandby: boolean
  statementTimeout: number
}

const readSession = `select pg_is_in_recovery() as "isStandby",
  extract(epoch from current_setting('statement_timeout')::interval)::float8 * 1000 as "statementTimeout"`
