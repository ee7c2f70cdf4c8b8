import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { lockCounters } from './rate-limit.sql.ts'

const longestWait = 900_000

/** How long the next one waits after `"count"` guesses, in ms: some are free, then 1 s, 2 s, 4 s … up to 15 min. */
export const waitOf = ({ config: { AUTH_RATE_LIMITS } }: Context) => {
  const free = sql`${AUTH_RATE_LIMITS.guesses.max}::int`
  return sql`(case when r."count" < ${free} then 0 else least(${longestWait}::int, 1000 * 2 ^ least(r."count" - ${free}, 20)) end)`
}

/** Takes back what was counted: the password was right, or nobody looked at it. */
export async function giveBack(ctx: Context, keys: readonly string[]): Promise<void> {
  await ctx.db.write`
    with "counter" as (${lockCounters(keys)})
    update "rateLimit" r set "count" = r."count" - 1 from "counter" c where r."key" = c."key" and r."count" > 0`
}

export async function forgetCounts(ctx: Context, keys: readonly string[]): Promise<void> {
  await ctx.db.write`
    with "counter" as (${lockCounters(keys)})
    delete from "rateLimit" r using "counter" c where r."key" = c."key"`
}
