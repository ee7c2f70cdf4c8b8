import { availableParallelism } from 'node:os'
import { ApiError } from '../errors.ts'

const atOnce = availableParallelism()
const waitingAtMost = 128
const waiting: (() => void)[] = []
let running = 0

/**
 * Runs `work` when a core is free: more hashes at once than cores only make each of them slower, and other work too.
 * Throws 503 SERVER_BUSY when too many wait already.
 */
export async function inHashQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else if (waiting.length < waitingAtMost) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw new ApiError('SERVER_BUSY', { retryAfter: 2 })
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next() // hands its place over
    else running -= 1
  }
}
