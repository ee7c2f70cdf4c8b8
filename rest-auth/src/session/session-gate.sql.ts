import { fixed, hasRow, sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'

/** Decides whether a person may have sessions. A ban that has expired needs no clean-up. */
const isAdmitted = (user: 'u' | 'a'): string =>
  `(not ${user}."banned" or ${user}."banExpires" <= (select "now" from "time"))`

/** A CTE for the conditions below: their text never varies, because every request builds it. */
export const timeNow = ({ now }: Pick<Context, 'now'>): Fragment =>
  sql`"time" as (select ${now()}::timestamptz as "now")`

/** For each statement that creates a session of `"user" u`. Needs `timeNow`. */
export const mayCreateSession = fixed(isAdmitted('u'))

/** With it, for each that knows no second factor of the person. */
export const needsNoFactor = fixed('not u."twoFactorEnabled"')

export async function isBanned(ctx: Context, userId: string): Promise<boolean> {
  return hasRow(ctx.db.read`
    with ${timeNow(ctx)} select 1 from "user" u where u."id" = ${userId} and (${mayCreateSession}) is not true`)
}

/** For each statement that reads `"session" s` of `"user" u` in order to use it. Needs `timeNow`. */
export const mayUseSession = fixed(`
  ${isAdmitted('u')} and (s."impersonatedBy" is null or (u."role" <> 'admin'
    and not exists (select from "operator" o where o."userId" = u."id")
    and exists (
      select from "user" a join "session" own on own."userId" = a."id"
      where a."id" = s."impersonatedBy" and a."role" = 'admin' and ${isAdmitted('a')}
        and own."id" = s."administratorSessionId" and own."expiresAt" >= (select "now" from "time"))))`)
