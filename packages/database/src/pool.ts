import { setTimeout as delay } from 'node:timers/promises'
import { Connection, type PoolOptions } from './connection.ts'
import { asUnavailable, codeOf, DatabaseUnavailable, silent } from './unavailable.ts'

const retryDelay = 300 // in milliseconds, before another attempt to connect
/** Statements wait this many milliseconds for a restart; after that all are rejected at once. */
const maxRestart = 3000

export class Pool {
  readonly options: PoolOptions
  readonly open = new Set<Connection>()
  readonly waiting = new Set<(connection?: Connection) => void>()
  #opening = 0
  #isEnding = false
  #downSince: number | undefined
  #reason: unknown = new DatabaseUnavailable(silent)

  constructor(options: PoolOptions) {
    this.options = options
  }

  /** The caller must `release` the connection. Throws DatabaseUnavailable after `timeout` ms. */
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

  async end(): Promise<void> {
    this.#isEnding = true
    this.#reason = new DatabaseUnavailable('the connections are being closed')
    for (const refuse of this.waiting) refuse()
    await Promise.all([...this.open].map((connection) => connection.close()))
  }

  /** Reads share a connection only if the pool is full, because they would wait for each other. */
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

  /** Opens another connection. After a failure, waits before it tries the next server. */
  async #grow(): Promise<void> {
    const { size, hosts, onLoss } = this.options
    if (this.#isEnding || this.#opening + this.open.size >= size) return
    this.#opening += 1
    const { current } = hosts
    const connection = new Connection(this.options, (isLost) => {
      this.open.delete(connection)
      if (isLost) onLoss()
      this.#serve()
    })
    try {
      await connection.check()
      this.#downSince = undefined
      this.open.add(connection)
      if (this.#isEnding) void connection.close()
    } catch (error) {
      connection.end()
      this.options.onConnectionFailure?.()
      hosts.current = (current + 1) % hosts.servers.length
      const isParameter = codeOf(error) === '42704' // undefined_object, as the session starts
      const reason = isParameter
        ? 'remove a parameter from the URL of the database'
        : 'the database refuses connections'
      if (!this.#isEnding) this.#reason = asUnavailable(error, reason)
      this.#downSince ??= performance.now()
      if (this.open.size === 0 && performance.now() - this.#downSince > maxRestart)
        for (const refuse of this.waiting) refuse()
      await delay(retryDelay / hosts.servers.length)
    }
    this.#opening -= 1
    this.#serve()
  }
}
