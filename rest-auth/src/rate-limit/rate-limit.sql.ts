import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import type { Bound } from '../rate-limits.ts'
import type { Turn } from './memory-counter.ts'

const hour = 3_600_000
/** What "count" has room for. A setting may come to more, times the users and networks for which it holds. */
const mostCounted = 2 ** 31 - 1

/** Counts one request atomically over all instances. `slides`: the window starts at the last accepted request. */
export async function takeTurn(ctx: Context, key: string, bound: Bound & { slides: boolean }): Promise<Turn> {
  const { slides } = bound
  const max = Math.min(bound.max, mostCounted)
  const now = ctx.now().getTime()
  const window = bound.window * 1000
  // A time that is further ahead than the window was written by a clock that was wrong: nobody waits for it to come.
  const isOver = sql`abs(${now} - r."lastRequest") >= ${window}`
  const turn = ({ count, lastRequest }: { count: number; lastRequest: string }, isAccepted: boolean): Turn => {
    const reset = Math.max(1, Math.ceil(Math.min(Number(lastRequest) + window - now, window) / 1000))
    const remaining = isAccepted ? Math.min(max, max - count) : 0
    return { limit: max, remaining, reset, wait: isAccepted ? 0 : reset }
  }
  const [accepted] = await ctx.db.write<{ count: number; lastRequest: string }[]>`
    insert into "rateLimit" as r ("key", "count", "lastRequest") values (${key}, 1, ${now})
    on conflict ("key") do update set
      "count" = case when ${isOver} then 1 else r."count" + 1 end,
      "lastRequest" = case when ${slides} or ${isOver} then ${now} else r."lastRequest" end
    where r."count" < ${max} or ${isOver}
    returning "count", "lastRequest"`
  if (accepted) return turn(accepted, true)
  const [refused] = await ctx.db.read<{ count: number; lastRequest: string }[]>`
    select "count", "lastRequest" from "rateLimit" where "key" = ${key}`
  return turn(refused ?? { count: max, lastRequest: String(now) }, false)
}

/**
 * Gives these counters two slots back, down to -`most`, if it is the user's first sign-in of the hour there.
 * Locks the counters in the order of their keys, which prevents deadlocks.
 */
export async function creditFirst(ctx: Context, keys: readonly string[], userId: string, most: number): Promise<void> {
  const now = ctx.now().getTime()
  await ctx.db.write`
    with "first" as (
      insert into "rateLimit" as r ("key", "count", "lastRequest") values (${`${keys.at(-1)}|${userId}`}, 1, ${now})
      on conflict ("key") do update set "lastRequest" = ${now} where abs(${now} - r."lastRequest") >= ${hour}
      returning 1),
    "counter" as (
      select "key" from "rateLimit" where "key" = any(${keys}) and exists (select from "first") order by "key" for update)
    update "rateLimit" r set "count" = greatest(r."count" - 2, ${-Math.min(most, mostCounted)}) from "counter" c where r."key" = c."key"`
}
