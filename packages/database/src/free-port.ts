import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Avoids ephemeral ports (Linux from 32768): the system could assign one before it is used. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 20_000)
    const probe = createServer().listen(port, host)
    try {
      await once(probe, 'listening')
      await new Promise((closed) => probe.close(closed))
      return port
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
  }
}
