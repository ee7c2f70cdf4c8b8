import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { Context } from './context.ts'
import { takeTurn } from './turn.sql.ts'

export interface Repetition {
  /** Starts no new round and resolves when the running one has ended. */
  stop(): Promise<void>
}

/** Repeats `round`, `pause` ms after its end (plus up to a fifth, to spread instances) or at once if it returns true. */
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
  let isAway = false
  /** Once while the database is away: it will be met again at the next round, and the next. */
  const tell = (error: unknown): void => {
    if (!(error instanceof DatabaseUnavailable)) ctx.log.error({ err: error }, `${what} failed`)
    else if (!isAway) ctx.log.warn({ reason: error.message }, `${what} waits for the database`)
    isAway = error instanceof DatabaseUnavailable
  }
  const run = async (): Promise<void> => {
    let more = false
    try {
      more = await round()
      isAway = false
    } catch (error) {
      tell(error)
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

/** As `repeat`, but of all instances one does the rounds, once in `pause`, until there is no more to do. */
export function repeatInTurn(ctx: Context, what: string, pause: number, round: () => Promise<boolean>): Repetition {
  let goesOn = false
  return repeat(ctx, what, pause, async () => {
    const isOurs = goesOn || (await takeTurn(ctx, what, pause))
    goesOn = false // also if the round fails
    goesOn = isOurs && (await round())
    return goesOn
  })
}
