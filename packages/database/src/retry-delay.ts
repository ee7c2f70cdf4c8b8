const maxPause = 2000
const stableAfter = 30_000

/** Milliseconds before a restart: none after 30 s of running, otherwise 250 ms, doubling up to 2 s. */
export function nextRetryDelay(last: number, lived: number): number {
  return lived > stableAfter ? 0 : Math.min(last * 2 || 250, maxPause)
}
