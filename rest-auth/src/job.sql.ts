import { hasRow } from 'database/sql.ts'
import type { Context } from './context.ts'

/** A row instead of a lock works behind any pooler. */
export async function electInstance({ db, now }: Context, what: string, pause: number): Promise<boolean> {
  const time = now()
  const next = new Date(time.getTime() + pause)
  // Later times were written by a wrong clock.
  return hasRow(db.write`
    insert into "job" as t ("what", "nextAt") values (${what}, ${next})
    on conflict ("what") do update set "nextAt" = excluded."nextAt" where t."nextAt" <= ${time} or t."nextAt" > ${next}
    returning 1`)
}
