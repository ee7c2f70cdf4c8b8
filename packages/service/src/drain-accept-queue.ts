import type { Server } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { steadyTime } from './steady-time.ts'

/** On a machine that is too busy for any quiet turn so many accept those who have come. */
const enoughTurns = 500

/** A turn of the event loop in which next to nothing happened takes less, in milliseconds. */
const quietTurn = 0.1

/**
 * Drains the accept queue: closing the listener resets connections that the kernel accepted and the process did not.
 * Resolves after a quiet turn of the event loop, or after a second.
 */
export async function drainAcceptQueue(server: Server): Promise<void> {
  let accepted = 0
  server.on('connection', () => (accepted += 1))
  await turn()
  const end = steadyTime() + 1000
  let isQuiet = false
  for (let turns = 1; !isQuiet && (turns < enoughTurns || steadyTime() < end); turns++) {
    const [before, since] = [accepted, steadyTime()]
    await turn()
    isQuiet = accepted === before && steadyTime() - since < quietTurn
  }
}
