import { fixed, hasRow, sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'

/** Decides whether a person may have sessions. A ban that has expired needs no clean-up. */
const isAdmitted = ({ now }: Context, user: 'u' | 'a'): Fragment =>
  sql`(not ${fixed(`${user}."banned"`)} or ${fixed(`${user}."banExpires"`)} <= ${now()})`

/** For each statement that creates a session of `"user" u`. */
export const mayCreateSession = (ctx: Context): Fragment => isAdmitted(ctx, 'u')

export async function isBanned(ctx: Context, userId: string): Promise<boolean> {
  return hasRow(ctx.db.read`select 1 from "user" u where u."id" = ${userId} and (${mayCreateSession(ctx)}) is not true`)
}

/** For each statement that reads `"session" s` of `"user" u` in order to use it. */
export const mayUseSession = (ctx: Context): Fragment => sql`
  ${isAdmitted(ctx, 'u')} and (s."impersonatedBy" is null or (u."role" <> 'admin'
    and not exists (select from "operator" o where o."userId" = u."id")
    and exists (
      select from "user" a join "session" own on own."userId" = a."id"
      where a."id" = s."impersonatedBy" and a."role" = 'admin' and ${isAdmitted(ctx, 'a')}
        and own."id" = s."administratorSessionId" and own."expiresAt" >= ${ctx.now()})))`
