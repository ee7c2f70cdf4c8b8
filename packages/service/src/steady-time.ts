/** Unix milliseconds by the monotonic clock, which changes of the wall clock do not move. */
export const steadyTime = (): number => performance.timeOrigin + performance.now()
