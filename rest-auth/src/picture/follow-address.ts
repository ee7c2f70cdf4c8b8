import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { addressOf } from './picture.ts'
import { moveAddresses } from './picture.sql.ts'

const hour = 3_600_000

/**
 * Lets our own addresses follow AUTH_URL. It changes only with a restart, so they are looked for every ten minutes until instances
 * with another one must be gone: that reads all rows that have a picture.
 */
export function startFollowingAddress(ctx: Context): Repetition {
  const started = ctx.steady()
  const prefix = addressOf(ctx.config, '')
  return repeat(
    ctx,
    'addresses of pictures',
    600_000,
    async () => ctx.steady() - started < hour && moveAddresses(ctx, prefix),
  )
}
