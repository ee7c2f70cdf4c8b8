/**
 * Milliseconds since 1970: by the wall clock when the process started, by the monotonic one since. Nobody who sets the clock
 * moves it, so counters and caches in memory go by it.
 */
export const steadyTime = (): number => performance.timeOrigin + performance.now()
