import { endBans } from '../people/people.sql.ts'
import { later, type Context } from '../context.ts'
import { electInstance } from '../job.sql.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { deleteBatch, emptyBatch, leftovers, type Position } from './clean-up.sql.ts'

/** Small batches, so that no other statement has to wait. */
async function* batches(ctx: Context): AsyncGenerator<void> {
  await endBans(ctx)
  yield
  for (const leftover of leftovers) {
    const { retention } = leftover
    const seconds = typeof retention === 'number' ? retention : ctx.config[retention] * 86_400
    const before = later(ctx, -seconds)
    let position: Position | null = null
    do {
      position = await deleteBatch(ctx, leftover, before, position)
      yield
    } while (position)
  }
  const emptied = later(ctx, -90 * 86_400)
  while (await emptyBatch(ctx, emptied)) yield
}

export async function cleanUp(ctx: Context): Promise<void> {
  const running = batches(ctx)
  while (!(await running.next()).done);
}

const pause = 600_000

/** Runs on one instance, once per `pause`, until nothing is left to do. */
export function startCleanUp(ctx: Context): Repetition {
  let continues: AsyncGenerator<void> | undefined
  return repeat(ctx, 'clean-up', pause, async () => {
    if (!continues && !(await electInstance(ctx, 'clean-up', pause))) return false
    const running = continues ?? batches(ctx)
    continues = undefined // also if the round fails
    const { done } = await running.next()
    if (!done) continues = running
    return !done
  })
}
