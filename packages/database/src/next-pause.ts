const longestPause = 2000
const livedLong = 30_000

/**
 * How many milliseconds to wait before something is started again that ended after `lived` milliseconds: nothing when it had run
 * for a while; else longer each time, but never so long that the outage is the pause.
 */
export function nextPause(last: number, lived: number): number {
  return lived > livedLong ? 0 : Math.min(last * 2 || 250, longestPause)
}
