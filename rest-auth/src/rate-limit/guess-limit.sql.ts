import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'

const longestWait = 900_000

/** How long the next one waits after `"count"` guesses, in ms: some are free, then 1 s, 2 s, 4 s … up to 15 min. */
const waitOf = ({ config: { AUTH_RATE_LIMITS } }: Context) => {
  const free = sql`${AUTH_RATE_LIMITS.guesses.max}::int`
  return sql`(case when r."count" < ${free} then 0 else least(${longestWait}::int, 1000 * 2 ^ least(r."count" - ${free}, 20)) end)`
}

/** Counts a guess before it is checked, atomically. Returns the seconds to wait (0: check it) and the count. */
export async function takeGuess(ctx: Context, key: string): Promise<{ wait: number; count: number }> {
  const now = ctx.now().getTime()
  const forgottenAfter = ctx.config.AUTH_RATE_LIMITS.guesses.window * 1000 // without a guess
  const [taken] = await ctx.db.write<{ count: number }[]>`
    insert into "rateLimit" as r ("key", "count", "lastRequest") values (${key}, 1, ${now})
    on conflict ("key") do update set
      "count" = case when abs(${now} - r."lastRequest") >= ${forgottenAfter} then 1 else r."count" + 1 end, "lastRequest" = ${now}
    where abs(${now} - r."lastRequest") >= ${waitOf(ctx)}
    returning "count"`
  if (taken) return { wait: 0, count: taken.count }
  const [refused] = await ctx.db.read<{ until: number; count: number }[]>`
    select (least(r."lastRequest", ${now}) + ${waitOf(ctx)})::float8 as "until", "count" from "rateLimit" r where "key" = ${key}`
  return { wait: Math.max(1, Math.ceil(((refused?.until ?? now) - now) / 1000)), count: refused?.count ?? 0 }
}

/** Takes back what was counted: the password was right, or nobody looked at it. */
export async function giveBack(ctx: Context, keys: string[]): Promise<void> {
  await ctx.db.write`update "rateLimit" set "count" = "count" - 1 where "key" = any(${keys}) and "count" > 0`
}

export async function forgetCounts(ctx: Context, keys: string[]): Promise<void> {
  await ctx.db.write`delete from "rateLimit" where "key" = any(${keys})`
}
