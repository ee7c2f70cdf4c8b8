import type { Context } from './context.ts'

/** Elects one instance for `what` once per `pause` ms: by a row instead of a lock, so that it works behind any pooler. */
export async function takeTurn({ db, now }: Context, what: string, pause: number): Promise<boolean> {
  const time = now()
  const next = new Date(time.getTime() + pause)
  // A turn further ahead than any can be comes from a clock that was wrong.
  const taken = await db.write`
    insert into "turn" as t ("what", "nextAt") values (${what}, ${next})
    on conflict ("what") do update set "nextAt" = excluded."nextAt" where t."nextAt" <= ${time} or t."nextAt" > ${next}
    returning 1`
  return taken.length > 0
}
