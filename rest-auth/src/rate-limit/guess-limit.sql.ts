import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { lockCounters } from './rate-limit.sql.ts'

const maxWait = 900_000

/** In milliseconds: 0 at first, then 1 s, 2 s, 4 s and so on, up to 15 min. */
export const waitAfter = (freeGuesses: number) => {
  const free = sql`${freeGuesses}::int`
  return sql`(case when r."count" < ${free} then 0 else least(${maxWait}::int, 1000 * 2 ^ least(r."count" - ${free}, 20)) end)`
}

/** Used after a right password, or after one that was not checked. */
export async function releaseSlots(ctx: Context, keys: readonly string[]): Promise<void> {
  await ctx.db.write`
    with "counter" as (${lockCounters(keys)})
    update "rateLimit" r set "count" = r."count" - 1 from "counter" c where r."key" = c."key" and r."count" > 0`
}

export async function forgetCounts(ctx: Context, keys: readonly string[]): Promise<void> {
  await ctx.db.write`
    with "counter" as (${lockCounters(keys)})
    delete from "rateLimit" r using "counter" c where r."key" = c."key"`
}
