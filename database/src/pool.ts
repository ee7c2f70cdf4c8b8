import { Connection, silent, type ConnectionOptions } from './connection.ts'
import { giveUpAfter, type RequestContext } from './request-context.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type PoolName = 'reads' | 'writes' | 'health'

/** What a pool does now. */
export interface PoolState {
  readonly name: PoolName
  /** How many connections it may have, has, and is using. */
  readonly size: number
  readonly open: number
  readonly busy: number
  /** Statements without a response from PostgreSQL so far. */
  readonly running: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
}

interface PoolOptions extends ConnectionOptions {
  readonly name: PoolName
  readonly size: number
  /** Whether a user or an organization may hold only a third of the connections, and an address two thirds. */
  readonly isFair: boolean
  /** How long requests wait during an outage before all are refused at once, in milliseconds. */
  readonly queueTimeout: number
  /** Called with the milliseconds that a statement or transaction waited for a connection, and whether it got one. */
  readonly onWait: ((pool: PoolName, waited: number, isServed: boolean) => void) | undefined
  /** Called when a connection stayed silent since a time. */
  readonly onSilence: (since: number) => void
}

interface Waiter {
  readonly isExclusive: boolean
  readonly holders: ReadonlySet<string>
  readonly settle: (outcome: Connection | DatabaseUnavailable) => void
}

/** Statements that one connection has at once. */
const maxShared = 16
const maxWaiting = 1000
/** Between attempts to connect, in milliseconds. */
const retryPause = 300
const maxAge = 3_600_000
const nobody: ReadonlySet<string> = new Set()

/** Opens connections when they are needed, and during an outage every 300 ms until one opens. */
export class Pool {
  readonly #options: PoolOptions
  readonly #connections = new Set<Connection>()
  readonly #waiting = new Set<Waiter>()
  #outage: { readonly since: number; attempts: number; reason: DatabaseUnavailable } | undefined
  #retry: NodeJS.Timeout | undefined
  #isEnding = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get state(): PoolState {
    const open = [...this.#connections].filter(({ isOpen }) => isOpen)
    return {
      name: this.#options.name,
      size: this.#options.size,
      open: open.length,
      busy: open.filter(({ uses }) => uses > 0).length,
      running: open.reduce((sum, { running }) => sum + running.size, 0),
      waiting: this.#waiting.size,
    }
  }

  /** A connection, to be given back by `release`. Writes and transactions have it for themselves, reads share it. */
  acquire(isExclusive: boolean, timeout: number, context: RequestContext | undefined): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      let stop: (() => void) | undefined
      const settle = (outcome: Connection | DatabaseUnavailable): void => {
        this.#waiting.delete(waiter)
        stop?.()
        const isServed = outcome instanceof Connection
        this.#options.onWait?.(this.#options.name, performance.now() - since, isServed)
        if (isServed) resolve(outcome)
        else reject(outcome)
      }
      const waiter = { isExclusive, holders: context?.holders ?? nobody, settle }
      if (this.#isEnding) return settle(closing())
      if (this.#waiting.size >= maxWaiting) return settle(new DatabaseUnavailable('too many wait for the database'))
      if (this.#isHopeless) return settle(this.#reason)
      this.#waiting.add(waiter)
      this.#serve()
      if (this.#waiting.has(waiter)) stop = giveUpAfter(timeout, context, 0, () => settle(this.#reason))
    })
  }

  release(connection: Connection): void {
    connection.uses -= 1
    connection.heldBy = undefined
    const isOld = performance.now() - connection.openedAt > maxAge
    if (connection.uses === 0 && (connection.isLeaving || isOld)) {
      this.#connections.delete(connection)
      void connection.close()
    }
    if (this.#waiting.size > 0) this.#serve()
  }

  /** Ends idle connections that did not answer since then: they are as dead as the one that was waited for. */
  endSilent(since: number): void {
    for (const connection of this.#connections)
      if (connection.uses === 0 && connection.heardAt < since) connection.end(new DatabaseUnavailable(silent))
  }

  /** Lets running statements finish for a second. */
  async end(): Promise<void> {
    this.#isEnding = true
    clearTimeout(this.#retry)
    this.#refuseAll(closing())
    for (const connection of this.#connections) if (!connection.isOpen) connection.end(closing())
    await Promise.all([...this.#connections].map((connection) => connection.close()))
  }

  #serve(): void {
    for (const { isExclusive, holders, settle } of this.#waiting) {
      if (isExclusive && this.#hasShare(holders)) continue
      const connection = this.#choose(isExclusive)
      if (!connection) break
      connection.uses += 1
      if (isExclusive) connection.heldBy = holders
      settle(connection)
    }
    this.#grow()
  }

  /** A free connection, for reads the least used one. They share one only if no more can be opened: one may be slow. */
  #choose(isExclusive: boolean): Connection | undefined {
    const max = isExclusive || (this.#hasRoom && !this.#outage) ? 1 : maxShared
    let best: Connection | undefined
    for (const connection of this.#connections)
      if (connection.isFree && connection.uses < (best?.uses ?? max)) best = connection
    return best
  }

  #hasShare(holders: ReadonlySet<string>): boolean {
    if (!this.#options.isFair) return false
    const connections = [...this.#connections]
    return [...holders].some((holder) => {
      const thirds = holder.startsWith('address ') ? 2 : 1
      const count = connections.filter(({ heldBy }) => heldBy?.has(holder)).length
      return count >= Math.ceil((this.#options.size * thirds) / 3)
    })
  }

  get #hasRoom(): boolean {
    return !this.#isEnding && this.#connections.size < this.#options.size
  }

  /** Why there is no connection. */
  get #reason(): DatabaseUnavailable {
    const isBusy = [...this.#connections].some(({ isOpen }) => isOpen)
    if (isBusy) return new DatabaseUnavailable('all connections are in use')
    return this.#outage?.reason ?? new DatabaseUnavailable(silent)
  }

  get #isHopeless(): boolean {
    if (!this.#outage || this.state.open > 0) return false
    const { since, attempts } = this.#outage
    // Each of several servers was tried: only asking it tells whether it is a standby.
    return attempts >= this.#options.hosts.servers.length && performance.now() - since >= this.#options.queueTimeout
  }

  #refuseAll(reason: DatabaseUnavailable): void {
    for (const { settle } of this.#waiting) settle(reason)
  }

  #grow(): void {
    const opening = this.#connections.size - this.state.open
    if (!this.#outage) for (let n = opening; n < this.#waiting.size && this.#hasRoom; n++) void this.#open()
    // Also if nobody waits: the next request should not be the one that finds out that the database is back.
    if (this.#isEnding || (this.#waiting.size === 0 && !this.#outage)) return
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined
      if (this.#hasRoom) void this.#open()
      this.#grow()
    }, retryPause)
  }

  async #open(): Promise<void> {
    const connection = new Connection(this.#options, (silentSince) => {
      this.#connections.delete(connection)
      if (silentSince !== undefined) this.#options.onSilence(silentSince)
      if (this.#waiting.size > 0) this.#grow()
    })
    this.#connections.add(connection)
    try {
      await connection.open()
      this.#outage = undefined
      if (this.#isEnding) void connection.close()
      else this.#serve()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || this.#isEnding) return
      const { since, attempts } = this.#outage ?? { since: connection.openedAt, attempts: 0 }
      this.#outage = { since, attempts: attempts + 1, reason: error }
      if (this.#isHopeless) this.#refuseAll(error)
      this.#serve()
    }
  }
}

const closing = (): DatabaseUnavailable => new DatabaseUnavailable('the connections are being closed')
