/** Milliseconds since 1970 by the monotonic clock, for counters and caches: setting the wall clock does not move it. */
export const steadyTime = (): number => performance.timeOrigin + performance.now()
