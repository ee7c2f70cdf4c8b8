import type { Context } from '../context.ts'

/** At most `max` in `window` seconds. It slides when it counts from the last accepted request, else from the first one. */
interface Bound {
  window: number
  max: number
  slides: boolean
}

/**
 * Counts one request, in one statement, so that any number of instances count together. A refused one changes nothing.
 * Answers the seconds to wait, 0 when accepted.
 */
export async function takeTurn(ctx: Context, key: string, { max, slides, ...bound }: Bound): Promise<number> {
  const now = ctx.now().getTime()
  const window = bound.window * 1000
  // A time that is further ahead than the window was written by a clock that was wrong: nobody waits for it to come.
  const isOver = ctx.sql`abs(${now} - r."lastRequest") >= ${window}`
  const accepted = await ctx.sql`
    insert into "rateLimit" as r ("key", "count", "lastRequest") values (${key}, 1, ${now})
    on conflict ("key") do update set
      "count" = case when ${isOver} then 1 else r."count" + 1 end,
      "lastRequest" = case when ${slides} or ${isOver} then ${now} else r."lastRequest" end
    where r."count" < ${max} or ${isOver}
    returning 1`
  if (accepted.length > 0) return 0
  const [counter] = await ctx.sql<{ lastRequest: string }[]>`select "lastRequest" from "rateLimit" where "key" = ${key}`
  const left = Number(counter?.lastRequest ?? now) + window - now
  return Math.max(1, Math.ceil(Math.min(left, window) / 1000))
}
