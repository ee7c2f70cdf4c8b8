import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { portOf } from './smtp-server.ts'

export interface FaultProxy {
  /** Leads to the same server. */
  readonly url: string
  /** Ends all connections, and refuses others until `mend`. */
  cut(): void
  mend(): void
}

/** Stands between a test and the server at `url`, for as long as the test runs. */
export async function startFaultProxy(url: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const proxy = createServer((client) => {
    if (isCut) return client.destroy()
    const server = connect(Number(port), hostname)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => (sockets.delete(one), other.destroy()))
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => (cut(), void proxy.close()))
  const own = new URL(url)
  own.hostname = '127.0.0.1'
  own.port = String(portOf(proxy.address()))
  return { url: own.href, cut, mend: () => void (isCut = false) }
}
