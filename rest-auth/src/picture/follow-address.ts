import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { addressOf } from './picture.ts'
import { updatePictureUrls } from './picture.sql.ts'

const hour = 3_600_000

/** AUTH_URL changes only with a restart: after an hour, no instance has an older one. */
export function startUpdatingPictureUrls(ctx: Context): Repetition {
  const started = ctx.steady()
  const prefix = addressOf(ctx.config, '')
  return repeat(
    ctx,
    'picture URL update',
    600_000,
    async () => ctx.steady() - started < hour && updatePictureUrls(ctx, prefix),
  )
}
