import { fixed, hasRow, sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'

/**
 * A row for the conditions below: their text never varies, because every request builds it. In
 * `from`, where it costs nothing, unlike a CTE.
 */
export const timeNow = ({ now }: Pick<Context, 'now'>): Fragment => sql`(select ${now()}::timestamptz as "now") "time"`

/** Decides whether a person may have sessions. A ban that has expired needs no clean-up. */
const isAdmitted = '(not u."banned" or u."banExpires" <= "time"."now")'

/** For each statement that creates a session of `"user" u`. Needs `timeNow`. */
export const mayCreateSession = fixed(isAdmitted)

/** With it, for each that knows no second factor of the person. */
export const needsNoFactor = fixed('not u."twoFactorEnabled"')

export async function isBanned(ctx: Context, userId: string): Promise<boolean> {
  return hasRow(ctx.db.read`
    select 1 from ${timeNow(ctx)}, "user" u where u."id" = ${userId} and (${mayCreateSession}) is not true`)
}

/** For each statement that reads `"session" s` of `"user" u` in order to use it. Needs `timeNow`. */
export const mayUseSession = fixed(`
  ${isAdmitted} and (s."impersonatedBy" is null
    or "mayActFor"(u."id", s."impersonatedBy", s."administratorSessionId", "time"."now"))`)
