import type { Context } from '../context.ts'
import { repeatInTurn, type Repetition } from '../repeat.ts'
import { deleteBatch, leftovers, type Position } from './clean-up.sql.ts'

/** Deletes what has expired, in small batches, so that nobody waits for it. */
async function* batches(ctx: Context): AsyncGenerator<void> {
  for (const leftover of leftovers) {
    const before = new Date(ctx.now().getTime() - leftover.keptFor(ctx.config) * 1000)
    let position: Position | null = null
    do {
      position = await deleteBatch(ctx, leftover, before, position)
      yield
    } while (position)
  }
}

export async function cleanUp(ctx: Context): Promise<void> {
  const running = batches(ctx)
  while (!(await running.next()).done);
}

/** Cleans up every ten minutes, one of all instances. */
export function startCleanUp(ctx: Context): Repetition {
  let running: AsyncGenerator<void> | null = null
  return repeatInTurn(ctx, 'clean-up', 600_000, async () => {
    running ??= batches(ctx)
    const { done } = await running.next()
    if (done) running = null
    return !done
  })
}
