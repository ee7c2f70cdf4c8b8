import { firstRow, hasRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'

/** `newEmail` is in lower case. */
export interface EmailChange {
  newEmail: string
  /** The current mailbox has agreed; the link in the new one is missing. */
  isAgreed: boolean
  expiresAt: Date
}

export async function upsertEmailChange(tx: Context, userId: string, change: EmailChange): Promise<void> {
  const row = { userId, ...change }
  await tx.db.write`insert into "emailChange" ${sql(row)} on conflict ("userId") do update set ${sql(change)}`
}

export async function findEmailChange(ctx: Context, userId: string): Promise<EmailChange | null> {
  return firstRow(ctx.db.read`
    select "newEmail", "isAgreed", "expiresAt" from "emailChange" where "userId" = ${userId} and "expiresAt" > ${ctx.now()}`)
}

export function deleteEmailChange(tx: Context, userId: string): Promise<boolean> {
  return hasRow(tx.db.write`delete from "emailChange" where "userId" = ${userId}`)
}
