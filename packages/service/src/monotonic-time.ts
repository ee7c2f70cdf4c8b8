/** Unix milliseconds by the monotonic clock, which changes of the wall clock do not move. */
export const monotonicTime = (): number => performance.timeOrigin + performance.now()
