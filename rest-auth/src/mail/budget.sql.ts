import { sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'

/** So many at once, and after that one more every so many seconds. */
export interface Budget {
  readonly key: string
  readonly atOnce: number
  readonly every: number
}

/**
 * Takes one from a budget and returns a row if there was one left, atomically over all instances (generic cell rate
 * algorithm). "usedUntil" is when all of it is back. `from` (`from … where …`) may make it depend on other rows.
 */
export function takeFrom({ now }: Context, { key, atOnce, every }: Budget, from = sql``): Fragment {
  const time = now().getTime()
  const step = Math.ceil(every * 1000) // whole milliseconds, so that Date and PostgreSQL come to the same sum
  const after = (times: number) => new Date(time + times * step)
  return sql`
    insert into "mailBudget" as b ("key", "usedUntil") select ${key}::text, ${after(1)}::timestamptz ${from}
    on conflict ("key") do update
      set "usedUntil" = greatest(b."usedUntil", ${after(0)}::timestamptz) + make_interval(secs => ${step}::float8 / 1000)
      where b."usedUntil" <= ${after(atOnce - 1)}::timestamptz
    returning 1`
}

/** In how many seconds there is one again in a budget that had none left. */
export async function secondsUntilNext({ db, now }: Context, { key, atOnce, every }: Budget): Promise<number> {
  const [row] = await db.read<{ usedUntil: Date }[]>`select "usedUntil" from "mailBudget" where "key" = ${key}`
  const left = ((row?.usedUntil ?? now()).getTime() - now().getTime()) / 1000
  return Math.max(1, Math.ceil(left - (atOnce - 1) * every))
}

export async function giveBack({ db }: Context, { key }: Budget): Promise<void> {
  await db.write`delete from "mailBudget" where "key" = ${key}`
}
