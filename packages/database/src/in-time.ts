import { setTimeout as delay } from 'node:timers/promises'

/**
 * For tests: what `answer` comes to. It is there within `ms` milliseconds, and the time that `other` takes then, twice: what a busy machine
 * needs to tell it, which nobody knows before.
 */
export async function inTime<T>(ms: number, answer: Promise<T>, other: () => Promise<unknown>): Promise<T> {
  const isThere = new AbortController()
  const late = delay(ms, undefined, { signal: isThere.signal })
    .then(other)
    .then(other)
    .then(() => {
      throw new Error(`There was no answer within ${ms} ms.`)
    })
  try {
    return await Promise.race([answer, late])
  } finally {
    isThere.abort()
    await late.catch(() => {})
  }
}
