export interface Slot {
  readonly limit: number
  readonly remaining: number
  /** Seconds until all slots are free. */
  readonly reset: number
  /** Seconds until the next attempt may succeed; 0 if this one did. */
  readonly wait: number
}

/** Fixed windows of `window` seconds, cleared at their end to bound the memory. */
export function createMemoryCounter({ max, window }: { readonly max: number; readonly window: number }) {
  const counts = new Map<string, number>()
  let endsAt = 0
  return {
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
