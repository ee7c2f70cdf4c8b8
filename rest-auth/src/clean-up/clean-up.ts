import type { Context } from '../context.ts'
import { repeatElected, type Repetition } from '../repeat.ts'
import { deleteBatch, leftovers, type Position } from './clean-up.sql.ts'

/** Small batches, so that no other statement has to wait. */
async function* batches(ctx: Context): AsyncGenerator<void> {
  for (const leftover of leftovers) {
    const before = new Date(ctx.now().getTime() - leftover.retention(ctx.config) * 1000)
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

export function startCleanUp(ctx: Context): Repetition {
  let running: AsyncGenerator<void> | null = null
  return repeatElected(ctx, 'clean-up', 600_000, async () => {
    running ??= batches(ctx)
    const { done } = await running.next()
    if (done) running = null
    return !done
  })
}
