import { connect as connectTo, type Socket } from 'node:net'
import postgres from 'postgres'
import { dial, type Hosts } from './hosts.ts'
import { giveUpAfter, type RequestContext } from './request-context.ts'
import type { Client, Rows } from './statement.ts'
import { asUnavailable, codeOf, DatabaseUnavailable, isLost } from './unavailable.ts'

export interface ConnectionOptions {
  readonly hosts: Hosts
  /** False behind a pooler in transaction mode: no named prepared statements, and no settings of a session. */
  readonly isSession: boolean
  /** Settings of the session, in milliseconds; 0: no limit. */
  readonly settings: Readonly<Record<string, string>>
  /** How long opening may take, in milliseconds. */
  readonly connectTimeout: number
}

export interface SendOptions {
  /** In milliseconds. */
  readonly timeout: number
  readonly context?: RequestContext | undefined
  /** Called when the server is done with the statement, which may be later than the caller has given up. */
  readonly onEnd?: () => void
}

const lost = 'the connection to the database was lost'
export const silent = 'the database does not answer in time'
/** How long a connection may stay silent after a cancel, in milliseconds. */
export const silenceTimeout = 1000
/** A client that disconnects does not undo work that is nearly done. */
const leaveGrace = 250

const arrayText = (values: unknown): string =>
  Array.isArray(values)
    ? `{${values.map((value) => (value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`)).join()}}`
    : String(values)
const arrayType = (oid: number) => ({ to: oid, from: [], serialize: arrayText, parse: String })
/** text, int, bigint, varchar and regclass. With `fetch_types` postgres.js ends the process if a connection ends meanwhile. */
const types = Object.fromEntries([1009, 1007, 1016, 1015, 2210].map((oid) => [`array${oid}`, arrayType(oid)]))
const clientOptions = { max: 1, fetch_types: false, connect_timeout: 0, max_lifetime: null, onnotice: () => {}, types }

const poolerSentence =
  'Between here and PostgreSQL stands a pooler that does not keep the settings of a session: set DATABASE_POOLER=transaction.'

/** One connection: a client of postgres.js that connects once and is thrown away when the connection ends (decision 003). */
export class Connection {
  /** How many statements and transactions use it. */
  uses = 0
  /** Set while one write or transaction has it: user, organization and address of the request. */
  heldBy: ReadonlySet<string> | undefined
  isOpen = false
  /** It takes nothing more and is closed when it is unused. */
  isLeaving = false
  isEnded = false
  readonly openedAt = performance.now()
  /** When the server last answered. */
  heardAt = this.openedAt
  /** In the order in which they were sent. Each function makes the statement fail. */
  readonly running = new Set<(error: unknown) => void>()
  readonly #options: ConnectionOptions
  readonly #onEnd: (silentSince?: number) => void
  #socket: Socket | undefined
  #client: Client | undefined
  #key: { pid: number; secret: number } | undefined

  constructor(options: ConnectionOptions, onEnd: (silentSince?: number) => void) {
    this.#options = options
    this.#onEnd = onEnd
  }

  /** @throws a DatabaseUnavailable with the reason */
  async open(): Promise<void> {
    const { hosts, isSession, settings, connectTimeout } = this.#options
    try {
      let socket: Socket | undefined = (this.#socket = await dial(hosts, connectTimeout))
      const at = hosts.first
      const options = {
        ...clientOptions,
        prepare: isSession,
        connection: isSession ? settings : {},
        // Once: postgres.js would reconnect without a pause.
        socket: () => {
          if (!socket || this.isEnded) throw Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' })
          const first = socket
          socket = undefined
          return first
        },
        onclose: () => this.end(new DatabaseUnavailable(lost)),
      }
      this.#client = postgres(hosts.url, options)
      const timeout = connectTimeout - (performance.now() - this.openedAt)
      const rows = await this.send((client) => client.unsafe<Session[]>(readSession), { timeout })
      this.#key = rows.state
      const [session] = rows
      if (isSession && session?.statementTimeout !== Number(settings['statement_timeout']))
        throw new DatabaseUnavailable(poolerSentence)
      if (hosts.primaryOnly && session?.isStandby) {
        hosts.first = (at + 1) % hosts.servers.length
        throw new DatabaseUnavailable('the database is read-only: this server follows another one')
      }
      this.isOpen = true
    } catch (error) {
      const reason = isPoolersRefusal(error) ? new DatabaseUnavailable(poolerSentence, error) : asUnavailable(error)
      this.end(reason)
      this.#socket?.destroy() // also if it was ended while it connected
      if (reason instanceof DatabaseUnavailable) throw reason
      throw new DatabaseUnavailable('the database refuses', error, String(error))
    }
  }

  get isFree(): boolean {
    return this.isOpen && !this.heldBy && !this.isLeaving && !this.isEnded
  }

  /** Sends the statement that `build` makes. Gives it up after `timeout` ms, or soon after the client has left. */
  send<T extends Rows>(
    build: (client: Client) => postgres.PendingQuery<T>,
    { timeout, context, onEnd }: SendOptions,
  ): Promise<postgres.RowList<T>> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        if (!this.running.delete(fail)) return
        stop()
        settle()
        onEnd?.()
      }
      const fail = (error: unknown): void => {
        const isOurs = this.#options.settings['default_transaction_read_only'] === 'on' && codeOf(error) === '25006'
        end(() => reject(isOurs ? error : asUnavailable(error)))
      }
      const stop = giveUpAfter(timeout, context, leaveGrace, (reason) => {
        stop()
        reject(new DatabaseUnavailable(reason))
        this.#cancel(fail)
      })
      this.running.add(fail)
      if (this.isEnded || !this.#client) return fail(new DatabaseUnavailable(lost))
      build(this.#client).then(
        (rows) => {
          this.heardAt = performance.now()
          end(() => resolve(rows))
        },
        (error: unknown) => {
          // Before the caller hears of it: its next statement must not come here.
          if (isLost(error)) this.end(error)
          else this.heardAt = performance.now()
          if (codeOf(error) === '25006') this.isLeaving = true // another server may be the primary by now
          fail(error)
        },
      )
    })
  }

  /** Cancels a statement that was given up. The signal may hit the next one, so the connection takes no more work. */
  #cancel(statement: (error: unknown) => void): void {
    const since = performance.now()
    this.isLeaving = true
    const [active] = this.running
    if (active === statement && this.#socket && this.#key) requestCancel(this.#socket, this.#key)
    setTimeout(() => {
      if (this.isEnded || this.heardAt >= since) return
      this.end(new DatabaseUnavailable(silent))
      this.#onEnd(since)
    }, silenceTimeout)
  }

  /** Ends at once. All running statements fail. */
  end(reason: unknown): void {
    if (this.isEnded) return
    this.isEnded = true
    for (const fail of this.running) fail(reason)
    this.#socket?.destroy()
    this.#onEnd()
  }

  /** Lets running statements finish for a second. */
  async close(): Promise<void> {
    this.isLeaving = true
    await this.#client?.end({ timeout: 1 })
    this.end(new DatabaseUnavailable('the connection was closed'))
  }
}

interface Session {
  isStandby: boolean
  statementTimeout: number
}

const readSession = `select pg_is_in_recovery() as "isStandby",
  extract(epoch from current_setting('statement_timeout')::interval)::float8 * 1000 as "statementTimeout"`

/** PgBouncer refuses settings of a session that it cannot keep. */
const isPoolersRefusal = (error: unknown): boolean =>
  /unsupported startup parameter/.test(`${String(error)} ${String(Reflect.get(Object(error), 'cause'))}`)

/** Asks the server of `socket` to cancel the running statement of a connection. */
function requestCancel({ remoteAddress, remotePort }: Socket, key: { pid: number; secret: number }): void {
  if (remoteAddress === undefined || remotePort === undefined) return
  const message = Buffer.alloc(16)
  for (const [index, number] of [16, 80877102, key.pid, key.secret].entries()) message.writeUInt32BE(number, 4 * index)
  const socket = connectTo(remotePort, remoteAddress, () => socket.end(message))
  socket.on('error', () => {}).setTimeout(1000, () => socket.destroy())
}
