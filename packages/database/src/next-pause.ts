const maxPause = 2000
const stableAfter = 30_000

/** Returns the milliseconds before the next restart: none after a stable run, otherwise exponential backoff. */
export function nextPause(last: number, lived: number): number {
  return lived > stableAfter ? 0 : Math.min(last * 2 || 250, maxPause)
}
