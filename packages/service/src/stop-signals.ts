import { steadyTime } from './steady-time.ts'

/** Ctrl-C reaches a process twice, from the terminal and from the npm that started it; so does a stop of a whole systemd unit. */
const sameSignal = 500

/** Calls `stop` at the first signal and `endNow` at another one. `quickly` after Ctrl-C or without a parent. */
export function onStopSignals(stop: (quickly: boolean) => Promise<void>, endNow: () => void): void {
  let toldAt: number | undefined
  const told = (signal: NodeJS.Signals): void => {
    const now = steadyTime()
    if (toldAt === undefined) {
      toldAt = now
      // oxlint-disable-next-line no-unnecessary-boolean-literal-compare -- undefined in a process that nobody started so
      void stop(signal !== 'SIGTERM' || process.connected === false)
    } else if (now - toldAt > sameSignal) endNow()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, told)
}
