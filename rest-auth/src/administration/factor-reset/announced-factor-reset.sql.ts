import { firstRow, fixed, hasRow } from 'database/sql.ts'
import { z } from 'zod'
import { isoText } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'

export const announcedFactorReset = z.object({ effectiveAt: z.date() }).meta({ id: 'AnnouncedFactorReset' })
export type AnnouncedFactorReset = z.infer<typeof announcedFactorReset>

/** The reset of the user `u`, as JSON. */
export const announcedResetJson = fixed(`(
  select json_build_object('effectiveAt', ${isoText('r."effectiveAt"')})
  from "announcedFactorReset" r where r."userId" = u."id" and not r."isStopped")`)

interface Announcement extends AnnouncedFactorReset {
  /** The administrator's id, or null for the command line. */
  readonly askedBy: string | null
  readonly askedAt: Date
  readonly isStopped: boolean
}

/** Replaces one that was stopped. Needs the lock of the user's row, as do the others. */
export async function saveReset(
  tx: Context,
  userId: string,
  { askedBy, effectiveAt }: Pick<Announcement, 'askedBy' | 'effectiveAt'>,
): Promise<void> {
  await tx.db.write`
    insert into "announcedFactorReset" ("userId", "askedBy", "askedAt", "effectiveAt")
    values (${userId}, ${askedBy}, ${tx.now()}, ${effectiveAt})
    on conflict ("userId") do update set "askedBy" = excluded."askedBy", "askedAt" = excluded."askedAt",
      "effectiveAt" = excluded."effectiveAt", "isStopped" = false`
}

/** Also one that was stopped. */
export async function findReset({ db }: Context, userId: string): Promise<Announcement | null> {
  return firstRow(db.read`
    select "askedBy", "askedAt", "effectiveAt", "isStopped" from "announcedFactorReset" where "userId" = ${userId}`)
}

export async function findDueReset({ db, now }: Context): Promise<{ userId: string } | null> {
  return firstRow(db.read`
    select "userId" from "announcedFactorReset" where "effectiveAt" <= ${now()} order by "effectiveAt" limit 1`)
}

/** False unless one is announced. Until `until`, no administrator may ask again. */
export function markStopped({ db }: Context, userId: string, until: Date): Promise<boolean> {
  return hasRow(db.write`
    update "announcedFactorReset" set "isStopped" = true, "effectiveAt" = ${until}
    where "userId" = ${userId} and not "isStopped"`)
}

/** Deletes and returns it. With `dueAt` only if it is due then. */
export async function takeReset(
  { db }: Context,
  userId: string,
  dueAt: Date | null = null,
): Promise<Announcement | null> {
  return firstRow(db.write`
    delete from "announcedFactorReset" where "userId" = ${userId}
      and (${dueAt}::timestamptz is null or "effectiveAt" <= ${dueAt}::timestamptz)
    returning "askedBy", "askedAt", "effectiveAt", "isStopped"`)
}

/** Whether the user still has a factor. A trusted device does not show that. */
export function hasShownFactorSince({ db }: Context, userId: string, time: Date): Promise<boolean> {
  return hasRow(db.read`
    select from "session" where "userId" = ${userId} and "secondFactorAt" > ${time} and "secondFactor" <> 'trusted-device'
    limit 1`)
}
