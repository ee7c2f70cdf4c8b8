import { firstRow, hasRow } from 'database/sql.ts'
import type { Context } from '../../context.ts'

const batch = 100

/** The last updated membership of a user with many. */
export interface RenamedUser {
  readonly userId: string
  readonly joinedAt: string
  readonly memberId: string
}

export async function isAnybodyRenamed({ db }: Context): Promise<boolean> {
  return hasRow(db.read`select 1 from "renamedUser" limit 1`)
}

/** Later renames wait for the lock. Null if other instances have locked all. */
export async function takeRenamedUser({ db }: Context): Promise<RenamedUser | null> {
  return firstRow(db.write`
    select "userId", "joinedAt"::text, "memberId" from "renamedUser" limit 1 for update skip locked`)
}

/** Skips locked memberships. */
export async function copyName({ db }: Context, { userId, joinedAt, memberId }: RenamedUser) {
  const next = await db.read<{ joinedAt: string; memberId: string }[]>`
    select "createdAt"::text as "joinedAt", "id" as "memberId" from "member"
    where "userId" = ${userId} and ("createdAt", "id") > (${joinedAt}::text::timestamptz, ${memberId})
    order by "createdAt", "id" limit ${batch}`
  const { count } = await db.write`
    update "member" m set "userName" = lower(u."name"), "userEmail" = u."email" from "user" u
    where u."id" = ${userId} and m."id" in (
      select "id" from "member" where "id" = any(${next.map((row) => row.memberId)}::text[]) for no key update skip locked)`
  const last = next.at(-1)
  return { isWhole: count === next.length, last: last && next.length === batch ? { userId, ...last } : null }
}

export async function saveProgress({ db }: Context, userId: string, last: RenamedUser | null): Promise<void> {
  if (!last) await db.write`delete from "renamedUser" where "userId" = ${userId}`
  else
    await db.write`
      update "renamedUser" set "joinedAt" = ${last.joinedAt}::text::timestamptz, "memberId" = ${last.memberId} where "userId" = ${userId}`
}
