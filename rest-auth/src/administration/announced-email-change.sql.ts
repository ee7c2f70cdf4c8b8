import { firstRow, fixed } from 'database/sql.ts'
import { z } from 'zod'
import { isoText } from '../columns.sql.ts'
import type { Context } from '../context.ts'

export const announcedEmailChange = z
  .object({ newEmail: z.string(), effectiveAt: z.date() })
  .meta({ id: 'AnnouncedEmailChange' })
export type AnnouncedEmailChange = z.infer<typeof announcedEmailChange>

/** For a change `c` of the user `u`. Also notices changes by a process of an earlier release. */
const stillApplies = 'u."email" = c."oldEmail" and u."proved" = c."wasProved"'

/** The change of the user `u`, as JSON. */
export const announcedChangeJson = fixed(`(
  select json_build_object('newEmail', c."newEmail", 'effectiveAt', ${isoText('c."effectiveAt"')})
  from "announcedEmailChange" c where c."userId" = u."id" and ${stillApplies})`)

interface Announcement extends AnnouncedEmailChange {
  /** The administrator's id. */
  readonly askedBy: string
}

/** Replaces an earlier one. Needs the lock of the user's row, as do the others. */
export async function saveAnnouncedChange(tx: Context, userId: string, change: Announcement): Promise<void> {
  const { newEmail, askedBy, effectiveAt } = change
  await tx.db.write`
    insert into "announcedEmailChange" ("userId", "oldEmail", "wasProved", "newEmail", "askedBy", "effectiveAt")
    select "id", "email", "proved", ${newEmail}::text, ${askedBy}::text, ${effectiveAt}::timestamptz
    from "user" where "id" = ${userId}
    on conflict ("userId") do update set "oldEmail" = excluded."oldEmail", "wasProved" = excluded."wasProved",
      "newEmail" = excluded."newEmail", "askedBy" = excluded."askedBy", "effectiveAt" = excluded."effectiveAt"`
}

export async function findAnnouncedChange({ db }: Context, userId: string): Promise<AnnouncedEmailChange | null> {
  return firstRow(db.read`
    select c."newEmail", c."effectiveAt" from "announcedEmailChange" c join "user" u on u."id" = c."userId"
    where c."userId" = ${userId} and ${fixed(stillApplies)}`)
}

export async function findDueChange({ db, now }: Context): Promise<{ userId: string } | null> {
  return firstRow(db.read`
    select "userId" from "announcedEmailChange" where "effectiveAt" <= ${now()} order by "effectiveAt" limit 1`)
}

/** Deletes and returns it. With `dueAt` only if it is due then. */
export async function takeAnnouncedChange(
  { db }: Context,
  userId: string,
  dueAt: Date | null = null,
): Promise<(Announcement & { stillApplies: boolean }) | null> {
  return firstRow(db.write`
    delete from "announcedEmailChange" c using "user" u
    where c."userId" = ${userId} and u."id" = c."userId"
      and (${dueAt}::timestamptz is null or c."effectiveAt" <= ${dueAt}::timestamptz)
    returning c."newEmail", c."askedBy", c."effectiveAt", ${fixed(stillApplies)} as "stillApplies"`)
}
