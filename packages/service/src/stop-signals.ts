import { monotonicTime } from './monotonic-time.ts'

/** In milliseconds. Ctrl-C arrives twice, from the terminal and from npm. */
const sameSignalWithin = 500

/** `quickly` after Ctrl-C or without a parent. Another signal calls `endNow`. */
export function onStopSignals(stop: (quickly: boolean) => Promise<void>, endNow: () => void): void {
  let signalledAt: number | undefined
  const handle = (signal: NodeJS.Signals): void => {
    const now = monotonicTime()
    if (signalledAt === undefined) {
      signalledAt = now
      // oxlint-disable-next-line no-unnecessary-boolean-literal-compare -- undefined without an IPC channel
      void stop(signal !== 'SIGTERM' || process.connected === false)
    } else if (now - signalledAt > sameSignalWithin) endNow()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle)
}
