import type { Context } from './context.ts'
import { takeTurn } from './turn.sql.ts'

export interface Repetition {
  /** Starts no new round and resolves when the running one has ended. */
  stop(): Promise<void>
}

/**
 * Does `round` again and again, `pause` milliseconds (and up to a fifth more, so that instances spread) after its end; at
 * once when it answers that there is more to do. A failed round is logged.
 */
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
  const run = async (): Promise<void> => {
    const more = await round().catch((error: unknown) => {
      ctx.log.error({ err: error }, `${what} failed`)
      return false
    })
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
