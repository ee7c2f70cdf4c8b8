import { fixed, sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'
import type { Bound } from '../rate-limits.ts'
import type { Slot } from 'service/memory-counter.ts'

const hour = 3_600_000
/** Limits multiplied by users and networks can exceed it. */
const maxCount = 2 ** 31 - 1

export interface Limit extends Bound {
  readonly key: string
  /** Whether the window restarts at each accepted request. */
  readonly slides: boolean
  /** Milliseconds between two requests, instead of `max`. */
  readonly pause?: Fragment
}

/** Times beyond the window come from a wrong clock. */
const isOlder = ({ now }: Context, milliseconds: number | Fragment): Fragment =>
  sql`abs(${now().getTime()} - r."lastRequest") >= ${milliseconds}`

/** Atomic across instances. Stops at the first limit that refuses, which is the last result. */
export async function takeSlots(ctx: Context, limits: readonly Limit[]): Promise<Slot[]> {
  const now = ctx.now().getTime()
  const left = (milliseconds: number | Fragment) =>
    sql`(least(r."lastRequest" - ${now}, 0) + ${milliseconds})::float8 as "left"`
  const parts = limits.map(({ key, slides, max, window, pause }, place) => {
    const isExpired = isOlder(ctx, window * 1000)
    const isAccepted = pause ? isOlder(ctx, pause) : sql`r."count" < ${Math.min(max, maxCount)} or ${isExpired}`
    return sql`
      ${fixed(`${place === 0 ? 'with' : ','} "counted${place}"`)} as (
        insert into "rateLimit" as r ("key", "count", "lastRequest")
        select ${key}::text, 1, ${now}::bigint ${fixed(place === 0 ? '' : `from "counted${place - 1}"`)}
        on conflict ("key") do update set
          "count" = case when ${isExpired} then 1 else r."count" + 1 end,
          "lastRequest" = case when ${slides} or ${isExpired} then ${now} else r."lastRequest" end
        where ${isAccepted}
        returning ${fixed(`${place}`)} as "place", ${Math.min(max, maxCount)}::int as "max", "count", ${left(window * 1000)})`
  })
  const all = limits.map((_, place) => `select * from "counted${place}"`).join(' union all ')
  const counted = await ctx.db.write<{ max: number; count: number; left: number }[]>`
    ${parts} ${fixed(`${all} order by "place"`)}`
  const accepted = counted.map((one) => {
    return { limit: one.max, remaining: Math.min(one.max, one.max - one.count), reset: seconds(one.left), wait: 0 }
  })
  const refusing = limits[counted.length]
  if (!refusing) return accepted
  const [found] = await ctx.db.read<{ left: number }[]>`
    select ${left(refusing.pause ?? refusing.window * 1000)} from "rateLimit" r where "key" = ${refusing.key}`
  const wait = seconds(found?.left ?? 0)
  return [...accepted, { limit: Math.min(refusing.max, maxCount), remaining: 0, reset: wait, wait }]
}

const seconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))

/** Locks in the order of `keys`, like `takeSlots`, to avoid deadlocks. */
export const lockCounters = (keys: readonly string[], condition = sql`true`): Fragment => sql`
  select "key" from "rateLimit" where "key" = any(${keys}) and ${condition}
  order by array_position(${keys}::text[], "key") for update`

/** Returns two slots on a user's first sign-in of the hour, down to a count of -`maxCredit`. */
export async function creditFirst(
  ctx: Context,
  keys: readonly string[],
  userId: string,
  maxCredit: number,
): Promise<void> {
  const now = ctx.now().getTime()
  await ctx.db.write`
    with "first" as (
      insert into "rateLimit" as r ("key", "count", "lastRequest") values (${`${keys.at(-1)}|${userId}`}, 1, ${now})
      on conflict ("key") do update set "lastRequest" = ${now} where ${isOlder(ctx, hour)}
      returning 1),
    "counter" as (${lockCounters(keys, sql`exists (select from "first")`)})
    update "rateLimit" r set "count" = greatest(r."count" - 2, ${-Math.min(maxCredit, maxCount)}) from "counter" c where r."key" = c."key"`
}
