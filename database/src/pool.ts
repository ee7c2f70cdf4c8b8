import { setTimeout as delay } from 'node:timers/promises'
import { Connection, silent, type ConnectionOptions } from './connection.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type PoolName = 'reads' | 'writes' | 'health'

/** What a pool does now. */
export interface PoolState {
  readonly name: PoolName
  /** How many connections it may have, has, and is using. */
  readonly size: number
  readonly open: number
  readonly busy: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
}

interface PoolOptions extends ConnectionOptions {
  readonly name: PoolName
  readonly size: number
  /** How many statements a connection may have at once. */
  readonly maxUses: number
  /** Called with the milliseconds that a statement or transaction waited for a connection, and whether it got one. */
  readonly onWait: ((pool: PoolName, waited: number, isServed: boolean) => void) | undefined
  /** Called when a connection was lost. */
  readonly onLoss: () => void
}

/** Before another attempt to connect, in milliseconds. */
const retryPause = 300

/** Connections that are opened when they are needed. */
export class Pool {
  readonly #options: PoolOptions
  readonly #open = new Set<Connection>()
  readonly #waiting = new Set<(connection?: Connection) => void>()
  #opening = 0
  /** Why the last attempt to connect failed. */
  #failure: unknown
  #isEnding = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get state(): PoolState {
    const { name, size } = this.#options
    const busy = [...this.#open].filter(({ uses }) => uses > 0).length
    return { name, size, open: this.#open.size, busy, waiting: this.#waiting.size }
  }

  /** Returns a connection, to be given back by `release`. Throws a DatabaseUnavailable after `timeout` ms. */
  acquire(timeout: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      let expiry: NodeJS.Timeout | undefined
      const settle = (connection?: Connection): void => {
        this.#waiting.delete(settle)
        clearTimeout(expiry)
        this.#options.onWait?.(this.#options.name, performance.now() - since, connection !== undefined)
        if (connection) resolve(connection)
        else reject(this.#reason)
      }
      this.#waiting.add(settle)
      this.#serve()
      if (this.#waiting.has(settle)) expiry = setTimeout(settle, timeout)
    })
  }

  release(connection: Connection): void {
    connection.uses -= 1
    this.#serve()
  }

  /** Whatever ended one connection may have ended these too. */
  endIdle(): void {
    for (const connection of this.#open) if (connection.uses === 0) connection.end(new DatabaseUnavailable(silent))
  }

  /** Lets running statements finish for a second. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#serve()
    await Promise.all([...this.#open].map((connection) => connection.close()))
  }

  #serve(): void {
    const { size, maxUses } = this.#options
    let wanted = this.#waiting.size
    for (const settle of this.#waiting) {
      const connection = this.#isEnding ? undefined : this.#leastUsed
      if (!this.#isEnding && (!connection || connection.uses >= maxUses)) break
      if (connection?.uses === 0) wanted -= 1
      if (connection) connection.uses += 1
      settle(connection)
    }
    while (!this.#isEnding && this.#opening < wanted && this.#opening + this.#open.size < size) void this.#grow()
  }

  get #leastUsed(): Connection | undefined {
    let best: Connection | undefined
    for (const connection of this.#open) if (connection.uses < (best?.uses ?? Infinity)) best = connection
    return best
  }

  /** Tries each server once. If none accepts and there is no other connection, refuses all that wait. */
  async #grow(): Promise<void> {
    this.#opening += 1
    for (const _ of this.#options.hosts.servers) {
      const connection = new Connection(this.#options, () => {
        this.#open.delete(connection)
        if (connection.isLost) this.#options.onLoss()
        this.#serve()
      })
      try {
        await connection.open()
        this.#opening -= 1
        this.#open.add(connection)
        if (this.#isEnding) await connection.close()
        return this.#serve()
      } catch (error) {
        this.#failure = error
      }
    }
    if (this.#open.size === 0) for (const settle of this.#waiting) settle()
    await delay(retryPause)
    this.#opening -= 1
    this.#serve()
  }

  get #reason(): unknown {
    if (this.#isEnding) return new DatabaseUnavailable('the connections are being closed')
    if (this.#open.size > 0) return new DatabaseUnavailable('all connections are in use')
    return this.#failure ?? new DatabaseUnavailable(silent)
  }
}
