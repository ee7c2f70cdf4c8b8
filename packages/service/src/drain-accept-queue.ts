import type { Server } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { monotonicTime } from './monotonic-time.ts'

const maxTurns = 500 // a busy machine may never have a quiet turn
const maxQuietTurn = 0.1 // milliseconds

/** Call before closing the listener, which resets connections that only the kernel has accepted. */
export async function drainAcceptQueue(server: Server): Promise<void> {
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
}
