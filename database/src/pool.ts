import { setTimeout as delay } from 'node:timers/promises'
import { Connection, type ConnectionOptions } from './connection.ts'
import { DatabaseUnavailable, silent } from './unavailable.ts'

export type PoolName = 'reads' | 'writes' | 'health'

/** How many connections a pool may have, has and uses, and how many statements and transactions wait for one. */
export interface PoolState {
  readonly name: PoolName
  readonly size: number
  readonly open: number
  readonly busy: number
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
  #isEnding = false
  /** Why the last attempt to connect failed. */
  #failure: unknown = new DatabaseUnavailable(silent)

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
        else if (this.#isEnding) reject(new DatabaseUnavailable('the connections are being closed'))
        else reject(this.#open.size > 0 ? new DatabaseUnavailable('all connections are in use') : this.#failure)
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
    for (const settle of this.#waiting) settle()
    await Promise.all([...this.#open].map((connection) => connection.close()))
  }

  #serve(): void {
    for (const settle of this.#waiting) {
      const connection = this.#leastUsed
      if (!connection || connection.uses > 0) void this.#grow()
      if (!connection && !this.#isEnding) break
      if (connection) connection.uses += 1
      settle(connection)
    }
  }

  get #leastUsed(): Connection | undefined {
    if (this.#isEnding) return undefined
    let [best] = this.#open
    for (const connection of this.#open) if (best && connection.uses < best.uses) best = connection
    return best && best.uses < this.#options.maxUses ? best : undefined
  }

  /** Opens another connection by trying each server once. Refuses all that wait if there is none. */
  async #grow(): Promise<void> {
    const { size, hosts } = this.#options
    if (this.#isEnding || this.#opening + this.#open.size >= size) return
    this.#opening += 1
    for (const _ of hosts.servers) {
      const connection = new Connection(this.#options, () => {
        this.#open.delete(connection)
        if (connection.isLost) this.#options.onLoss()
        this.#serve()
      })
      try {
        await connection.open(this.#options)
        this.#opening -= 1
        this.#open.add(connection)
        return this.#isEnding ? void connection.close() : this.#serve()
      } catch (error) {
        this.#failure = error
      }
    }
    if (this.#open.size === 0) for (const settle of this.#waiting) settle()
    await delay(retryPause)
    this.#opening -= 1
    this.#serve()
  }
}
