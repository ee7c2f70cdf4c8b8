import { connect, createServer, type Socket } from 'node:net'
import { atEnd } from 'service/testing/at-end.ts'

/** Milliseconds each way. Requests sent within this time do not depend on the response. */
const delay = 25

/**
 * The length of the longest chain of requests and responses so far. A request joins it after the
 * responses that have arrived.
 */
let rounds = 0

/**
 * A proxy for the database at `url` with the latency `delay`, which counts sequential round trips.
 */
export async function startDistantDatabase(url: string): Promise<string> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    let round = 0
    client.on('data', (data) => {
      round = rounds + 1
      setTimeout(() => database.write(data), delay)
    })
    database.on('data', (data) => {
      setTimeout(() => {
        rounds = Math.max(rounds, round)
        client.write(data)
      }, delay)
    })
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {}).once('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
}

/** The number of sequential round trips of a call. */
export async function countRoundTrips(call: () => Promise<unknown>): Promise<number> {
  rounds = 0
  await call()
  return rounds
}
