import { setTimeout as delay } from 'node:timers/promises'

/** Requires `result` within `ms` plus twice the time of `probe`, which grows on a busy machine. */
export async function withTimeout<T>(ms: number, result: Promise<T>, probe: () => Promise<unknown>): Promise<T> {
  const isDone = new AbortController()
  const late = delay(ms, undefined, { signal: isDone.signal })
    .then(probe)
    .then(probe)
    .then(() => {
      throw new Error(`No result within ${ms} ms.`)
    })
  try {
    return await Promise.race([result, late])
  } finally {
    isDone.abort()
    await late.catch(() => {})
  }
}
