import { fixed, sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'
import type { Bound } from '../rate-limits.ts'
import type { Turn } from './memory-counter.ts'

const hour = 3_600_000
/** What "count" has room for. A setting may come to more, times the users and networks for which it holds. */
const mostCounted = 2 ** 31 - 1

export interface Limit extends Bound {
  readonly key: string
  /** The window starts at the last accepted request. */
  readonly slides: boolean
  /** Milliseconds between two requests, of the counter's row `r`, instead of `max`. */
  readonly pause?: Fragment
}

/** A time that is further ahead than the window was written by a clock that was wrong: nobody waits for it to come. */
const isOlder = ({ now }: Context, milliseconds: number | Fragment): Fragment =>
  sql`abs(${now().getTime()} - r."lastRequest") >= ${milliseconds}`

/**
 * Counts one request by each limit, in one statement and atomically over all instances. A limit that refuses it is the last
 * one returned: those after it do not count it.
 */
export async function takeTurns(ctx: Context, limits: readonly Limit[]): Promise<Turn[]> {
  const now = ctx.now().getTime()
  const left = (milliseconds: number | Fragment) =>
    sql`(least(r."lastRequest" - ${now}, 0) + ${milliseconds})::float8 as "left"`
  const parts = limits.map(({ key, slides, max, window, pause }, place) => {
    const isOver = isOlder(ctx, window * 1000)
    const isAccepted = pause ? isOlder(ctx, pause) : sql`r."count" < ${Math.min(max, mostCounted)} or ${isOver}`
    return sql`
      ${fixed(`${place === 0 ? 'with' : ','} "counted${place}"`)} as (
        insert into "rateLimit" as r ("key", "count", "lastRequest")
        select ${key}::text, 1, ${now}::bigint ${fixed(place === 0 ? '' : `from "counted${place - 1}"`)}
        on conflict ("key") do update set
          "count" = case when ${isOver} then 1 else r."count" + 1 end,
          "lastRequest" = case when ${slides} or ${isOver} then ${now} else r."lastRequest" end
        where ${isAccepted}
        returning ${fixed(`${place}`)} as "place", ${Math.min(max, mostCounted)}::int as "max", "count", ${left(window * 1000)})`
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
  return [...accepted, { limit: Math.min(refusing.max, mostCounted), remaining: 0, reset: wait, wait }]
}

const seconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))

/** Locks counters in the order of `keys`, as `takeTurns` does, which prevents deadlocks: narrow before wide. */
export const lockCounters = (keys: readonly string[], condition = sql`true`): Fragment => sql`
  select "key" from "rateLimit" where "key" = any(${keys}) and ${condition}
  order by array_position(${keys}::text[], "key") for update`

/** Gives these counters two slots back, down to -`most`, if it is the user's first sign-in of the hour there. */
export async function creditFirst(ctx: Context, keys: readonly string[], userId: string, most: number): Promise<void> {
  const now = ctx.now().getTime()
  await ctx.db.write`
    with "first" as (
      insert into "rateLimit" as r ("key", "count", "lastRequest") values (${`${keys.at(-1)}|${userId}`}, 1, ${now})
      on conflict ("key") do update set "lastRequest" = ${now} where ${isOlder(ctx, hour)}
      returning 1),
    "counter" as (${lockCounters(keys, sql`exists (select from "first")`)})
    update "rateLimit" r set "count" = greatest(r."count" - 2, ${-Math.min(most, mostCounted)}) from "counter" c where r."key" = c."key"`
}
