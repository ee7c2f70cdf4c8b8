/** Counts requests of one instance in fixed windows. */
interface MemoryCounter {
  /** Counts one of at most `max`; answers the seconds to wait, 0 when accepted. */
  take(key: string, max: number, now: number): number
}

/** Requests per key in `window` seconds. Forgets everything when a window is over, so it cannot grow for ever. */
export function createMemoryCounter(window: number): MemoryCounter {
  const counts = new Map<string, number>()
  let endsAt = 0
  return {
    take(key, max, now) {
      if (now >= endsAt) {
        counts.clear()
        endsAt = now + window * 1000
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count <= max ? 0 : Math.max(1, Math.ceil((endsAt - now) / 1000))
    },
  }
}
