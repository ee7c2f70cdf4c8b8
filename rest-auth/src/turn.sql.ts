import type { Context } from './context.ts'

/**
 * Elects one instance for `what` once per `pause` ms. Uses a row instead of a lock, which works
 * behind any pooler.
 */
export async function electInstance({ db, now }: Context, what: string, pause: number): Promise<boolean> {
  const time = now()
  const next = new Date(time.getTime() + pause)
  // A time beyond `pause` from now was written by a wrong clock.
  const taken = await db.write`
    insert into "turn" as t ("what", "nextAt") values (${what}, ${next})
    on conflict ("what") do update set "nextAt" = excluded."nextAt" where t."nextAt" <= ${time} or t."nextAt" > ${next}
    returning 1`
  return taken.length > 0
}
