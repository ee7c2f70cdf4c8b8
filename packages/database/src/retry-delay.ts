const maxPause = 2000
const stableAfter = 30_000

export function nextRetryDelay(last: number, lived: number): number {
  return lived > stableAfter ? 0 : Math.min(last * 2 || 250, maxPause)
}
