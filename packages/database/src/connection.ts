import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import type { Hosts } from './hosts.ts'
import type { RequestContext } from './request-context.ts'
import { clientOptions, ownSettings } from './sql.ts'
import { abandoned, asUnavailable, DatabaseUnavailable, lost, silent, withoutSettings } from './unavailable.ts'

/** Milliseconds for a statement to finish after a disconnect before its connection is closed. */
const leaveGrace = 250

export type Rows = (object | undefined)[]
export type Query<T extends Rows> = (client: postgres.Sql) => postgres.PendingQuery<T>

export interface PoolOptions {
  readonly name: 'reads' | 'writes' | 'health'
  readonly size: number
  readonly hosts: Hosts
  /** Undefined behind a pooler in transaction mode, which has no prepared statements either. */
  readonly settings: Readonly<Record<string, string>> | undefined
  readonly connectTimeout: number // in milliseconds
  readonly space: { isMissing: boolean } // set when a statement fails for lack of disk space
  readonly onLoss: () => void
  /** Called with the milliseconds for which a statement or transaction waited for a connection. */
  readonly onWait?: ((name: PoolOptions['name'], waited: number, isServed: boolean) => void) | undefined
  /** Called with the milliseconds that a statement took, including those of failed ones. */
  readonly onStatement?: ((name: string, duration: number) => void) | undefined
  readonly onConnectionFailure?: (() => void) | undefined
  readonly applicationName: string
}

interface Session {
  readonly isStandby: boolean
  readonly role: string
  readonly database: string
  readonly settings: Readonly<Record<string, string>>
}

/** A client of postgres.js that connects once and is discarded at its end (decision 003). */
export class Connection {
  uses = 0
  isEnded = false
  readonly #options: PoolOptions
  readonly #onEnd: (isLost: boolean) => void
  /** Rejects running statements: postgres.js forgets one that is sent while its socket closes. */
  readonly #running = new Set<(error: unknown) => void>()
  readonly #client: postgres.Sql
  #socket: Socket | undefined

  /** `isLost` is true if other connections may be lost as well. */
  constructor(options: PoolOptions, onEnd: (isLost: boolean) => void) {
    this.#options = options
    this.#onEnd = onEnd
    const { hosts, settings, applicationName } = options
    const ownOptions = {
      ...clientOptions,
      database: hosts.database,
      prepare: settings !== undefined,
      connection: { ...settings, application_name: applicationName },
      socket: async () => {
        // Only once: postgres.js would reconnect without a pause.
        if (this.#socket) throw Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' })
        const { host = 'localhost', port = 5432 } = hosts.servers[hosts.current] ?? {}
        const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
        const socket = connect({ ...place, keepAlive: true, keepAliveInitialDelay: 10_000, noDelay: true })
        this.#socket = socket.on('error', () => {}) // an error without a listener ends the process
        await once(socket, 'connect')
        return Object.assign(socket, { host, port }) // postgres.js checks the certificate for `socket.host`
      },
      onclose: () => this.end(true),
    }
    this.#client = postgres(hosts.url, ownOptions)
  }

  /** Connects. Throws if the server or a pooler in front of it is unsuitable. */
  async check(): Promise<void> {
    const { hosts, settings, connectTimeout } = this.#options
    const [session] = await this.run(
      (client) => client<Session[]>`
        select pg_is_in_recovery() as "isStandby", current_user as "role", current_database() as "database",
          (select json_object_agg(name, setting) from pg_settings
            where name in ('statement_timeout', 'DateStyle', 'bytea_output', 'default_transaction_isolation')) as "settings"`,
      'check',
      connectTimeout / hosts.servers.length,
    )
    const limit = session?.settings['statement_timeout']
    if (settings && limit !== settings['statement_timeout']) throw new DatabaseUnavailable(withoutSettings)
    if (session) checkFormats(session)
    if (hosts.primaryOnly && session?.isStandby)
      throw new DatabaseUnavailable('the database is read-only: this server is a replica')
  }

  /** Ends the connection after `timeout` ms, or soon after the request's client disconnects. */
  async run<T extends Rows>(
    query: Query<T>,
    name: string,
    timeout: number,
    context?: RequestContext,
  ): Promise<postgres.RowList<T>> {
    if (this.isEnded) throw new DatabaseUnavailable(lost)
    if (context?.signal?.aborted) throw new DatabaseUnavailable(abandoned)
    const { promise: failure, reject } = Promise.withResolvers<never>()
    const giveUp = (reason: string, isLost: boolean): void => {
      reject(new DatabaseUnavailable(reason))
      this.end(isLost)
    }
    let expiry = setTimeout(giveUp, timeout, silent, true)
    const leave = (): void => {
      clearTimeout(expiry)
      expiry = setTimeout(giveUp, leaveGrace, abandoned, false)
    }
    context?.signal?.addEventListener('abort', leave)
    this.#running.add(reject)
    const startedAt = performance.now()
    try {
      return await Promise.race([query(this.#client), failure])
    } catch (error) {
      const code = error instanceof postgres.PostgresError ? error.code : undefined
      if (code === '53100') this.#options.space.isMissing = true
      // Before the error reaches the caller, whose next statement must not run here.
      if (code === undefined || /^(57P|25006)/.test(code)) this.end(true) // another server may be the primary by now
      throw asUnavailable(error)
    } finally {
      this.#options.onStatement?.(name, performance.now() - startedAt)
      clearTimeout(expiry)
      context?.signal?.removeEventListener('abort', leave)
      this.#running.delete(reject)
    }
  }

  /** Running statements fail, and PostgreSQL stops them (`client_connection_check_interval`). */
  end(isLost = false): void {
    if (this.isEnded) return
    this.isEnded = true
    this.#socket?.destroy()
    for (const fail of this.#running) fail(new DatabaseUnavailable(lost))
    this.#onEnd(isLost)
  }

  close(): Promise<void> {
    return this.#client.end({ timeout: 1 }).then(() => this.end())
  }
}

/** Behind a pooler in transaction mode, sessions have the settings of the role. */
function checkFormats({ role, database, settings }: Session): void {
  const remedies = Object.entries(ownSettings).flatMap(([name, needed]) => {
    const isSuitable = settings[name]?.startsWith(needed.split(',', 1)[0] ?? '') ?? true
    return isSuitable ? [] : `alter role "${role}" in database "${database}" set ${name} = '${needed}'`
  })
  if (remedies.length > 0)
    throw new DatabaseUnavailable('the database has unsuitable settings', undefined, `run ${remedies.join('; ')}`)
}
