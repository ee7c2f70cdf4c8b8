import type { Socket } from 'node:net'
import postgres from 'postgres'
import { dial, type Hosts } from './hosts.ts'
import { asStatement, isStatement, type Statement } from './statement.ts'
import { asUnavailable, codeOf, DatabaseUnavailable, isLost } from './unavailable.ts'

/** What a session of PostgreSQL is set to when it begins. Times in milliseconds; 0: none. */
export interface SessionSettings {
  readonly statement_timeout?: number
  readonly lock_timeout?: number
  readonly idle_in_transaction_session_timeout?: number
  readonly default_transaction_read_only?: string
}

export interface LaneOptions {
  readonly hosts: Hosts
  /** Which of the hosts is asked first. */
  readonly startAt: { host: number }
  /** Named prepared statements, and settings at the beginning of a session. False behind a pooler in transaction mode. */
  readonly isSession: boolean
  readonly settings: SessionSettings
}

/** How a statement ended that was sent. */
export interface Outcome {
  resolve(rows: unknown): void
  reject(error: unknown): void
}

const arrayText = (values: unknown): string =>
  Array.isArray(values)
    ? `{${values.map((value) => (value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`)).join()}}`
    : String(values)
const arrayType = (oid: number) => ({ to: oid, from: [], serialize: arrayText, parse: String })

/** postgres.js would ask for all types of arrays on each connection, and end the process where that is lost with the connection. */
const types = {
  texts: arrayType(1009),
  integers: arrayType(1007),
  bigIntegers: arrayType(1016),
  varchars: arrayType(1015),
  classes: arrayType(2210),
}

export const clientOptions = {
  max: 1,
  fetch_types: false,
  connect_timeout: 0,
  max_lifetime: null,
  onnotice: () => {},
  types,
}

const poolerSentence =
  'Between here and PostgreSQL stands a pooler that does not keep the settings of a session: set DATABASE_POOLER=transaction.'

/**
 * One connection, of a client of its own that is never used again when it has ended: postgres.js loses track of what it wrote when
 * it connects anew, and under steady load it slows down when a client has several connections (decision 003).
 */
export class Lane {
  /** Kept for one transaction or write. */
  held = false
  /** It takes nothing more, and ends when it has done what it has. */
  isLeaving = false
  isEnded = false
  /** When it last answered, by `performance.now()`. */
  heardAt = performance.now()
  readonly openedAt = performance.now()
  readonly running = new Set<Statement>()
  readonly #options: LaneOptions
  readonly #client: postgres.Sql
  readonly #execute: (statement: Statement) => void
  readonly #cancel: (statement: Statement) => Promise<unknown>
  readonly #onEnd: (lane: Lane) => void
  #socket: Socket | undefined
  #dialled = false
  #isCancelling = false
  #patience = 0
  #server = 0

  constructor(options: LaneOptions, onEnd: (lane: Lane) => void) {
    const { hosts, isSession, settings } = options
    this.#options = options
    this.#onEnd = onEnd
    const own = {
      ...clientOptions,
      prepare: isSession,
      socket: () => this.#dial(),
      onclose: () => this.end(new DatabaseUnavailable('the connection to the database was lost')),
      ...(isSession && { connection: asText(settings) }),
    }
    this.#client = postgres(hosts.url, own)
    const probe: unknown = this.#client``
    const execute: unknown = Reflect.get(Object(probe), 'handler')
    const cancel: unknown = Reflect.get(Object(probe), 'canceller')
    if (!isStatement(probe) || typeof execute !== 'function' || typeof cancel !== 'function')
      throw new Error('This version of postgres.js runs its queries in another way.')
    this.#execute = (statement) => void Reflect.apply(execute, undefined, [statement])
    this.#cancel = (statement) => Promise.resolve(Reflect.apply(cancel, undefined, [statement]))
  }

  get isFree(): boolean {
    return !this.held && !this.isLeaving && !this.isEnded
  }

  /** Connects within `timeout` ms. Throws a DatabaseUnavailable with the reason, or in plain words what an operator has to set. */
  async open(timeout: number): Promise<void> {
    this.#patience = timeout
    const { hosts, settings, isSession, startAt } = this.#options
    const timer = setTimeout(() => this.end(new DatabaseUnavailable('the database does not answer in time')), timeout)
    try {
      const session = await this.#readSession()
      const expected = settings.statement_timeout ?? session.timeout
      if (isSession && session.timeout !== expected) throw new Error(poolerSentence)
      if (hosts.primaryOnly && session.isStandby) {
        startAt.host = this.#server + 1
        throw new DatabaseUnavailable('the database is read-only: this server follows another one')
      }
    } catch (error) {
      this.end(error)
      if (isPoolersRefusal(error)) throw new Error(poolerSentence, { cause: error })
      const known = asUnavailable(error)
      const isPlain =
        known instanceof DatabaseUnavailable || (known instanceof Error && known.message === poolerSentence)
      throw isPlain ? known : new DatabaseUnavailable('the database refuses', error, String(error))
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a statement and says how it ended: once. */
  send(statement: Statement, outcome: Outcome): void {
    const end = (isAnswer: boolean): boolean => {
      if (!this.running.delete(statement)) return false
      if (isAnswer) this.heardAt = performance.now()
      return true
    }
    statement.resolve = (rows) => {
      if (end(true)) outcome.resolve(rows)
    }
    statement.reject = (error) => {
      const lost = isLost(error)
      if (!end(!lost)) return
      // Before anybody hears of it: what they do next must not come here.
      if (lost) this.end(error)
      const isReadOnly = codeOf(error) === '25006'
      if (isReadOnly) this.isLeaving = true // another server may be the primary by now
      const isOurs = isReadOnly && this.#options.settings.default_transaction_read_only === 'on'
      outcome.reject(isOurs ? error : asUnavailable(error))
    }
    this.running.add(statement)
    if (this.isEnded) statement.reject(new DatabaseUnavailable('the connection to the database was lost'))
    else this.#execute(statement)
  }

  /** What needs no values, such as `commit`, to be sent here. */
  statement(text: string): Statement {
    return asStatement(this.#client.unsafe(text))
  }

  /**
   * Has the server stop what it is doing for a statement. The signal may come late and meet the next one, so the lane takes nothing
   * more. One that does not answer within `patience` ms is dead.
   */
  cancel(statement: Statement, patience: number, onSilence: (since: number) => void): void {
    if (!this.running.has(statement) || this.isEnded) return
    const since = performance.now()
    this.isLeaving = true
    if (statement.active) {
      this.#isCancelling = true
      this.#cancel(statement).catch(() => {}) // then it is dead too
      this.#isCancelling = false
    }
    setTimeout(() => {
      if (this.isEnded || this.heardAt >= since) return
      this.end(new DatabaseUnavailable('the database does not answer in time'))
      onSilence(since)
    }, patience)
  }

  /** Ends at once; whatever runs fails. */
  end(reason: unknown): void {
    if (this.isEnded) return
    this.isEnded = true
    for (const statement of this.running) statement.reject(reason)
    this.#socket?.destroy()
    this.#onEnd(this)
  }

  /** Says goodbye to the server. */
  async close(): Promise<void> {
    this.isLeaving = true
    await this.#client.end({ timeout: 1 })
    this.end(new DatabaseUnavailable('the connection was closed'))
  }

  #readSession(): Promise<{ isStandby: boolean; timeout: number }> {
    const statement = this.statement(`select pg_is_in_recovery() as "isStandby",
      extract(epoch from current_setting('statement_timeout')::interval)::float8 * 1000 as "timeout"`)
    return new Promise((resolve, reject) => {
      const readRow = (rows: unknown): void => {
        const row: unknown = Array.isArray(rows) ? rows[0] : undefined
        resolve({
          isStandby: Reflect.get(Object(row), 'isStandby') === true,
          timeout: Number(Reflect.get(Object(row), 'timeout')),
        })
      }
      this.send(statement, { resolve: readRow, reject })
    })
  }

  async #dial(): Promise<Socket> {
    // postgres.js would connect anew by itself.
    if (this.#dialled && !this.#isCancelling) throw Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' })
    const isMain = !this.#dialled
    this.#dialled = true
    const { hosts, startAt } = this.#options
    const { socket, at } = await dial(hosts, startAt.host % hosts.servers.length, this.#patience)
    if (isMain) {
      startAt.host = at
      this.#server = at
      this.#socket = socket
      if (this.isEnded) socket.destroy()
    } else socket.setTimeout(this.#patience, () => socket.destroy())
    return socket
  }
}

const asText = (settings: SessionSettings) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))

/** PgBouncer takes no settings at the beginning of a session that it cannot keep. */
const isPoolersRefusal = (error: unknown): boolean =>
  /unsupported startup parameter/.test(`${String(error)} ${String(Reflect.get(Object(error), 'cause'))}`)
