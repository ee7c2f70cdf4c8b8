import type { Bound } from '../rate-limits.ts'

export interface Turn {
  /** How many there are in a window, and how many are left in this one. */
  readonly limit: number
  readonly remaining: number
  /** In how many seconds there are all of them again. */
  readonly reset: number
  /** Seconds until the next attempt may be accepted; 0 when this one was. */
  readonly wait: number
}

/** Counts the requests of one instance, per key, in fixed windows. Forgets everything when a window is over, so it cannot grow for ever. */
export function createMemoryCounter({ max, window }: Bound) {
  const counts = new Map<string, number>()
  let endsAt = 0
  return {
    /** Counts one more request of `key`, which has `factor` times the bound. */
    take(key: string, factor: number, now: number): Turn {
      if (now >= endsAt) {
        counts.clear()
        endsAt = now + window * 1000
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      const limit = max * factor
      const reset = Math.max(1, Math.ceil((endsAt - now) / 1000))
      return { limit, remaining: Math.max(0, limit - count), reset, wait: count <= limit ? 0 : reset }
    },
  }
}
