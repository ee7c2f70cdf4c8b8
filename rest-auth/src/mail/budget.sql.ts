import { sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'

/** `atOnce` emails immediately, then one more every `every` seconds. */
export interface Budget {
  readonly key: string
  readonly atOnce: number
  readonly every: number
}

/**
 * Takes one email from a budget, atomically across instances (generic cell rate algorithm).
 *
 * Returns a row if the budget was not used up. "usedUntil" is the time when it is full again.
 * `from` (`from … where …`) can add conditions on other rows.
 */
export function takeFrom({ now }: Context, { key, atOnce, every }: Budget, from = sql``): Fragment {
  const time = now().getTime()
  const step = Math.ceil(every * 1000) // whole milliseconds, so that Date and PostgreSQL compute the same sum
  const after = (times: number) => new Date(time + times * step)
  return sql`
    insert into "mailBudget" as b ("key", "usedUntil") select ${key}::text, ${after(1)}::timestamptz ${from}
    on conflict ("key") do update
      set "usedUntil" = greatest(b."usedUntil", ${after(0)}::timestamptz) + make_interval(secs => ${step}::float8 / 1000)
      where b."usedUntil" <= ${after(atOnce - 1)}::timestamptz
    returning 1`
}

/** For a budget that is used up. */
export async function secondsUntilNext({ db, now }: Context, { key, atOnce, every }: Budget): Promise<number> {
  const [row] = await db.read<{ usedUntil: Date }[]>`select "usedUntil" from "mailBudget" where "key" = ${key}`
  const left = ((row?.usedUntil ?? now()).getTime() - now().getTime()) / 1000
  return Math.max(1, Math.ceil(left - (atOnce - 1) * every))
}

export async function giveBack({ db }: Context, { key }: Budget): Promise<void> {
  await db.write`delete from "mailBudget" where "key" = ${key}`
}
