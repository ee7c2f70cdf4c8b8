import { setTimeout as delay } from 'node:timers/promises'
import { Connection, type ConnectionOptions } from './connection.ts'
import { asUnavailable, DatabaseUnavailable, silent } from './unavailable.ts'

export type PoolName = 'reads' | 'writes' | 'health'

interface PoolOptions extends ConnectionOptions {
  readonly name: PoolName
  readonly size: number
  /** Called with the milliseconds that a statement or transaction waited for a connection, and whether it got one. */
  readonly onWait: ((pool: PoolName, waited: number, isServed: boolean) => void) | undefined
  /** Called when a connection was lost. */
  readonly onLoss: () => void
}

/** Before another attempt to connect, in milliseconds. */
const retryPause = 300
/** Statements wait out a restart of this many milliseconds; after it all are refused at once. */
const longestRestart = 3000

/** Connections that are opened when they are needed. */
export class Pool {
  readonly options: PoolOptions
  readonly open = new Set<Connection>()
  /** Statements and transactions. */
  readonly waiting = new Set<(connection?: Connection) => void>()
  #opening = 0
  #isEnding = false
  /** Since when no attempt to connect has succeeded. */
  #downSince: number | undefined
  /** Why there is no connection. */
  #reason: unknown = new DatabaseUnavailable(silent)

  constructor(options: PoolOptions) {
    this.options = options
  }

  /** Returns a connection, to be given back by `release`. Throws a DatabaseUnavailable after `timeout` ms. */
  async acquire(timeout: number): Promise<Connection> {
    if (this.#isEnding) throw this.#reason
    const since = performance.now()
    const { promise, resolve } = Promise.withResolvers<Connection | undefined>()
    this.waiting.add(resolve)
    this.#serve()
    const expiry = this.waiting.has(resolve) ? setTimeout(resolve, timeout, undefined) : undefined
    const connection = await promise
    clearTimeout(expiry)
    this.waiting.delete(resolve)
    this.options.onWait?.(this.options.name, performance.now() - since, connection !== undefined)
    if (connection) return connection
    throw this.open.size > 0 ? new DatabaseUnavailable('all connections are in use') : this.#reason
  }

  release(connection: Connection): void {
    connection.uses -= 1
    this.#serve()
  }

  /** Whatever ended one connection may have ended these too. */
  endIdle(): void {
    for (const connection of this.open) if (connection.uses === 0) connection.end(new DatabaseUnavailable(silent))
  }

  /** Lets running statements finish for a second. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#reason = new DatabaseUnavailable('the connections are being closed')
    for (const refuse of this.waiting) refuse()
    await Promise.all([...this.open].map((connection) => connection.close()))
  }

  /** Gives those that wait the least used connections. Reads share one only if no more can be opened: it may be slow. */
  #serve(): void {
    const isFull = this.#opening + this.open.size >= this.options.size
    const maxUses = isFull && this.options.name === 'reads' ? 16 : 1
    for (const give of this.waiting) {
      let best: Connection | undefined
      for (const connection of this.open) if (connection.uses < (best?.uses ?? maxUses)) best = connection
      if (!best) return void this.#grow()
      best.uses += 1
      this.waiting.delete(give)
      give(best)
    }
  }

  /** Opens another connection by trying each server once. */
  async #grow(): Promise<void> {
    const { size, hosts } = this.options
    if (this.#isEnding || this.#opening + this.open.size >= size) return
    this.#opening += 1
    for (const _ of hosts.servers) {
      const { current } = hosts
      const connection = new Connection(this.options, (isLost) => {
        this.open.delete(connection)
        if (isLost) this.options.onLoss()
        this.#serve()
      })
      try {
        await connection.check()
        this.#opening -= 1
        this.#downSince = undefined
        this.open.add(connection)
        return this.#isEnding ? void connection.close() : this.#serve()
      } catch (error) {
        connection.end(error)
        hosts.current = (current + 1) % hosts.servers.length
        if (!this.#isEnding) this.#reason = asUnavailable(error, 'the database refuses')
      }
    }
    this.#downSince ??= performance.now()
    if (this.open.size === 0 && performance.now() - this.#downSince > longestRestart)
      for (const refuse of this.waiting) refuse()
    await delay(retryPause)
    this.#opening -= 1
    this.#serve()
  }
}
