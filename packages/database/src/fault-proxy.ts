import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { findFreePort } from './free-port.ts'

/**
 * What stands between a client and its database:
 * `pass` nothing; `hang` packets are swallowed, connections are taken; `refuse` connections are refused, those that are open are reset;
 * `stale` those that are open say nothing any more, new ones work: as when an address moves to another machine; `lost` those that are open
 * are reset when they are used next, as by a machine that has started anew; `slow` 100 ms each way.
 */
export type Fault = 'pass' | 'hang' | 'refuse' | 'stale' | 'lost' | 'slow'

export interface FaultProxy {
  /** The address of the database, by way of the proxy. */
  readonly url: string
  set(fault: Fault): Promise<void>
  /** Ends all connections that are open, as a server does that crashes. */
  reset(): void
  end(): Promise<void>
}

/** For tests: a proxy in front of the database at `url` that plays the faults of a network. */
export async function startFaultProxy(url: string): Promise<FaultProxy> {
  const target = new URL(url)
  const pairs = new Set<Pair>()
  let fault: Fault = 'pass'

  const server = createServer((client) => {
    const pair = new Pair(client, connect(Number(target.port || 5432), target.hostname), () => fault)
    pairs.add(pair)
    client.once('close', () => pairs.delete(pair))
  })
  // Still free after connections were refused for a while.
  const port = await findFreePort()
  const listen = (): Promise<unknown> => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen()
  const reset = (): void => pairs.forEach((pair) => pair.reset())
  const unlisten = (): Promise<unknown> =>
    server.listening ? new Promise((resolve) => server.close(resolve)) : Promise.resolve()
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    async set(next) {
      fault = next
      if (next === 'refuse') {
        const closed = unlisten()
        reset()
        await closed
      } else if (!server.listening) await listen()
      if (next === 'stale') pairs.forEach((pair) => pair.forget())
      if (next === 'lost') pairs.forEach((pair) => pair.lose())
      if (next !== 'hang') pairs.forEach((pair) => pair.resume())
    },
    reset,
    async end() {
      const closed = unlisten()
      reset()
      await closed
    },
  }
}

/** A connection of the client's, and the proxy's own to the database. */
class Pair {
  readonly #client: Socket
  readonly #database: Socket
  #isForgotten = false
  #isLost = false
  #kept: (() => void)[] = []

  constructor(client: Socket, database: Socket, fault: () => Fault) {
    this.#client = client
    this.#database = database
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (data) => {
        if (this.#isForgotten) return
        if (this.#isLost) return this.reset()
        const send = (): void => void to.write(data)
        if (fault() === 'hang') this.#kept.push(send) // as TCP would, which sends again
        else if (fault() === 'slow') setTimeout(send, 100)
        else send()
      })
      from.on('error', () => {})
      from.once('close', () => to.destroy())
    }
    pass(client, database)
    pass(database, client)
  }

  resume(): void {
    for (const send of this.#kept.splice(0)) send()
  }

  forget(): void {
    this.#isForgotten = true
    this.#kept = []
  }

  lose(): void {
    this.#isLost = true
  }

  reset(): void {
    this.#client.resetAndDestroy()
    this.#database.destroy()
  }
}
