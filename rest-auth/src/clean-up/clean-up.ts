import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { deleteBatch, type Leftover } from './clean-up.sql.ts'

const hour = 3600
const day = 24 * hour

/** How long something stays after it is of no use, in seconds. */
const keptFor: Record<Leftover, number> = {
  session: 0,
  verification: hour, // a token that has just expired is told so
  emailChange: 0,
  rateLimit: hour,
  mail: 7 * day,
  mailBudget: 0,
  device: 400 * day,
  picture: 600, // between storing one and the row that refers to it
}

/** Deletes what has expired, in small batches, so that nobody waits for it. */
export async function cleanUp(ctx: Context): Promise<void> {
  for (const table of [
    'session',
    'verification',
    'emailChange',
    'rateLimit',
    'mail',
    'mailBudget',
    'device',
    'picture',
  ] as const) {
    const before = new Date(ctx.now().getTime() - keptFor[table] * 1000)
    while (await deleteBatch(ctx, table, before));
  }
}

/** Cleans up every ten minutes. Any number of instances may. */
export function startCleanUp(ctx: Context): Repetition {
  return repeat(ctx, 'clean-up', 600_000, async () => {
    await cleanUp(ctx)
    return false
  })
}
