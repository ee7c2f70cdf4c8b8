import { Server } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { monotonicTime } from './monotonic-time.ts'

const maxTurns = 500 // a busy machine may never have a quiet turn
const maxQuietTurn = 0.1 // milliseconds

/**
 * Stops listening when nobody seems to wait, because that resets connections that only the kernel
 * has accepted. An HTTP server's own `close` ends idle connections first, while others arrive.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0
  server.on('connection', () => (accepted += 1))
  await turn()
  const end = monotonicTime() + 1000
  let isQuiet = false
  for (let turns = 1; !isQuiet && (turns < maxTurns || monotonicTime() < end); turns++) {
    const [before, since] = [accepted, monotonicTime()]
    await turn()
    isQuiet = accepted === before && monotonicTime() - since < maxQuietTurn
  }
  Server.prototype.close.call(server)
}
