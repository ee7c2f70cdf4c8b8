import type { Bound } from '../rate-limits.ts'

export interface Slot {
  /** The size of a window, and the slots left in the current one. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until all slots are free again. */
  readonly reset: number
  /** Seconds until the next attempt may be accepted; 0 if this one was. */
  readonly wait: number
}

/**
 * Counts the requests of this instance in fixed windows. Clearing them at the end bounds the
 * memory.
 */
export function createMemoryCounter({ max, window }: Bound) {
  const counts = new Map<string, number>()
  let endsAt = 0
  return {
    /** `factor` multiplies the limit. */
    take(key: string, factor: number, now: number): Slot {
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
