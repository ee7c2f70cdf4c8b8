import { sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'

/** `atOnce` emails immediately, then one more every `every` seconds. */
export interface Budget {
  readonly key: string
  readonly atOnce: number
  readonly every: number
}

/** Takes one email atomically across instances, by the generic cell rate algorithm. */
export function takeFrom({ now }: Context, { key, atOnce, every }: Budget, from = sql``): Fragment {
  const time = now().getTime()
  const step = Math.ceil(every * 1000) // whole milliseconds, so that Date and PostgreSQL compute the same sum
  // "usedUntil" is the time when the budget is full again.
  const after = (times: number) => new Date(time + times * step)
  return sql`
    insert into "mailBudget" as b ("key", "usedUntil") select ${key}::text, ${after(1)}::timestamptz ${from}
    on conflict ("key") do update
      set "usedUntil" = greatest(b."usedUntil", ${after(0)}::timestamptz) + make_interval(secs => ${step}::float8 / 1000)
      where b."usedUntil" <= ${after(atOnce - 1)}::timestamptz
    returning 1`
}

export async function secondsUntilNext({ db, now }: Context, { key, atOnce, every }: Budget): Promise<number> {
  const [row] = await db.read<{ usedUntil: Date }[]>`select "usedUntil" from "mailBudget" where "key" = ${key}`
  const left = ((row?.usedUntil ?? now()).getTime() - now().getTime()) / 1000
  return Math.max(1, Math.ceil(left - (atOnce - 1) * every))
}

export async function releaseSlots({ db }: Context, { key }: Budget): Promise<void> {
  await db.write`delete from "mailBudget" where "key" = ${key}`
}
