import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeOf } from './unavailable.ts'

/** Avoids ephemeral ports (Linux from 32768): the system could assign one before it is used. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 20_000)
    try {
      await listenOnce(port, host)
      return port
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error
    }
  }
}

export async function listenOnce(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  await new Promise((closed) => server.close(closed))
}
