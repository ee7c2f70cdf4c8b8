/**
 * The time of a test: stands still until it is changed. Starts at the real time, so that cookies
 * and tokens look usual.
 */
export interface Clock {
  readonly now: () => Date
  /** The same time in milliseconds, for counters in memory. */
  readonly steady: () => number
  /** Advances by this many seconds. */
  advance(seconds: number): void
}

export function createClock(): Clock {
  let time = Math.floor(Date.now() / 1000) * 1000
  return {
    now: () => new Date(time),
    steady: () => time,
    advance: (seconds) => void (time += seconds * 1000),
  }
}
