import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import type { Hosts } from './hosts.ts'
import type { RequestContext } from './request-context.ts'
import { clientOptions } from './sql.ts'
import { abandoned, asUnavailable, DatabaseUnavailable, lost, silent, withoutSettings } from './unavailable.ts'

/** Most statements end within these milliseconds after their client has left, and keep their connection. */
const leaveGrace = 250

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
  readonly #options: ConnectionOptions
  readonly #onEnd: (isLost: boolean) => void
  /** Makes statements fail. */
  readonly #running = new Set<(error: unknown) => void>()
  readonly #client: postgres.Sql
  #socket: Socket | undefined

  /** `isLost` is whether others may have been lost too. */
  constructor(options: ConnectionOptions, onEnd: (isLost: boolean) => void) {
    this.#options = options
    this.#onEnd = onEnd
    const { hosts, isSession, settings } = options
    const clientsOptions = {
      ...clientOptions,
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
    this.#client = postgres(hosts.url, clientsOptions)
  }

  /** Connects. Throws if the server or a pooler before it is not suitable. */
  async check(): Promise<void> {
    const { hosts, isSession, settings, connectTimeout } = this.#options
    const timeout = connectTimeout / hosts.servers.length
    const [session] = await this.run(
      (client) => client.unsafe<{ isStandby: boolean; limit: number }[]>(readSession),
      timeout,
    )
    if (isSession && session?.limit !== Number(settings['statement_timeout']))
      throw new DatabaseUnavailable(withoutSettings)
    if (hosts.primaryOnly && session?.isStandby)
      throw new DatabaseUnavailable('the database is read-only: this server follows another one')
  }

  /** Runs a statement. Ends the connection after `timeout` ms, or soon after the client of the request has left. */
  async run<T extends Rows>(query: Query<T>, timeout: number, context?: RequestContext): Promise<postgres.RowList<T>> {
    if (this.isEnded || context?.hasLeft) throw new DatabaseUnavailable(this.isEnded ? lost : abandoned)
    const { promise: failure, reject: fail } = Promise.withResolvers<never>()
    const giveUp = (reason: string, isLost: boolean): void => {
      fail(new DatabaseUnavailable(reason))
      this.end(new DatabaseUnavailable(lost), isLost)
    }
    let expiry = setTimeout(giveUp, timeout, silent, true)
    const leave = (): void => {
      clearTimeout(expiry)
      expiry = setTimeout(giveUp, leaveGrace, abandoned, false)
    }
    context?.onLeave.add(leave)
    this.#running.add(fail)
    try {
      return await Promise.race([query(this.#client), failure])
    } catch (error) {
      // Before the caller hears of it: its next statement must not come here.
      if (!(error instanceof postgres.PostgresError) || error.code.startsWith('57P')) this.end(error, true)
      else if (error.code === '25006') this.end(error) // another server may be the primary by now
      throw asUnavailable(error)
    } finally {
      clearTimeout(expiry)
      context?.onLeave.delete(leave)
      this.#running.delete(fail)
    }
  }

  /** Ends at once. All running statements fail, and PostgreSQL stops them (`client_connection_check_interval`). */
  end(reason: unknown, isLost = false): void {
    if (this.isEnded) return
    this.isEnded = true
    this.#socket?.destroy()
    for (const fail of this.#running) fail(reason)
    this.#onEnd(isLost)
  }

  /** Lets running statements finish for a second. */
  async close(): Promise<void> {
    await this.#client.end({ timeout: 1 })
    this.end(new DatabaseUnavailable(lost))
  }
}

const readSession = `select pg_is_in_recovery() as "isStandby",
  extract(epoch from current_setting('statement_timeout')::interval)::float8 * 1000 as "limit"`
