import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { addressOf } from './picture.ts'

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

/** Returns whether there may be more. */
async function updatePictureUrls({ db }: Context, prefix: string): Promise<boolean> {
  const columns = { user: 'image', organization: 'logo' }
  let moved = 0
  for (const [table, column] of Object.entries(columns)) {
    const address = sql(column)
    const { count } = await db.write`
      update ${sql(table)} set ${address} = ${prefix} || "picture" where "id" in (
        select "id" from ${sql(table)}
        where "picture" is not null and ${address} like '%/pictures/' || "picture" and ${address} <> ${prefix} || "picture"
        limit 1000 for no key update skip locked)`
    moved += count
  }
  return moved > 0
}
