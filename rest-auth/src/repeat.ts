import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { Context } from './context.ts'

export interface Repetition {
  /** Resolves when the running round has ended. */
  stop(): Promise<void>
}

/** Waits `pause` ms, plus up to a fifth to spread instances, unless `round` returned true. */
export function repeat(
  ctx: Pick<Context, 'log'>,
  what: string,
  pause: number,
  round: () => Promise<boolean>,
): Repetition {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const next = (delay: number): void => {
    timer = setTimeout(() => void (running = run()), delay)
    timer.unref()
  }
  let isDown = false
  /** Logs an outage only once. */
  const logFailure = (error: unknown): void => {
    if (!(error instanceof DatabaseUnavailable)) ctx.log.error({ err: error }, `${what} failed`)
    else if (!isDown) ctx.log.warn({ reason: error.message }, `${what} waiting for the database`)
    isDown = error instanceof DatabaseUnavailable
  }
  const run = async (): Promise<void> => {
    let more = false
    try {
      more = await round()
      isDown = false
    } catch (error) {
      logFailure(error)
    }
    if (!stopped) next(more ? 0 : pause * (1 + Math.random() / 5))
  }
  next(0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
