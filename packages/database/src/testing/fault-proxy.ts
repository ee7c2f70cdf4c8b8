import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { findFreePort } from '../free-port.ts'

/**
 * - `hang`: accepts connections, forwards nothing until the fault ends
 * - `refuse`: refuses new connections, resets open ones
 * - `stale`: drops everything on open connections, as after a failover to another machine
 * - `lost`: resets open connections when they are used next, as after a restart of the machine
 * - `slow`: delays by 100 ms each way
 */
export type Fault = 'pass' | 'hang' | 'refuse' | 'stale' | 'lost' | 'slow'

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

/** For tests: a proxy that injects network failures in front of the database at `url`. */
export async function startFaultProxy(url: string) {
  const target = new URL(url)
  const pairs = new Set<Pair>()
  let fault: Fault = 'pass'

  const server = createServer((client) => {
    const pair = new Pair(client, connect(Number(target.port || 5432), target.hostname), () => fault)
    pairs.add(pair)
    client.once('close', () => pairs.delete(pair))
  })
  // A fixed port, so that nobody takes it while connections are refused.
  const port = await findFreePort()
  const listen = (): Promise<unknown> => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen()
  const reset = (): void => pairs.forEach((pair) => pair.reset())
  const unlisten = (): Promise<unknown> =>
    server.listening ? new Promise((resolve) => server.close(resolve)) : Promise.resolve()
  const refuse = async (): Promise<void> => {
    const closed = unlisten()
    reset()
    await closed
  }
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    async set(next: Fault): Promise<void> {
      fault = next
      if (next === 'refuse') await refuse()
      else if (!server.listening) await listen()
      if (next === 'stale') pairs.forEach((pair) => pair.forget())
      if (next === 'lost') pairs.forEach((pair) => pair.lose())
      if (next !== 'hang') pairs.forEach((pair) => pair.resume())
    },
    reset,
    end: refuse,
  }
}

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
        if (fault() === 'hang') this.#kept.push(send) // TCP would retransmit it
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
