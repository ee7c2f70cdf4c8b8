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
  const accepted = await ctx.sql`
    insert into "rateLimit" as r ("key", "count", "lastRequest") values (${key}, 1, ${now})
    on conflict ("key") do update set
      "count" = case when ${now} - r."lastRequest" >= ${window} then 1 else r."count" + 1 end,
      "lastRequest" = case when ${slides} or ${now} - r."lastRequest" >= ${window} then ${now} else r."lastRequest" end
    where r."count" < ${max} or ${now} - r."lastRequest" >= ${window}
    returning 1`
  if (accepted.length > 0) return 0
  const [counter] = await ctx.sql<{ lastRequest: string }[]>`select "lastRequest" from "rateLimit" where "key" = ${key}`
  return Math.max(1, Math.ceil((Number(counter?.lastRequest ?? now) + window - now) / 1000))
}
