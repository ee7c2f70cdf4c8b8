import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'

/** A change of address that waits for a mailed link; `newEmail` in lower case. */
export interface EmailChange {
  newEmail: string
  /** The present mailbox has agreed: the link in the new one is missing. */
  isAgreed: boolean
  expiresAt: Date
}

export async function keepEmailChange(tx: Context, userId: string, change: EmailChange): Promise<void> {
  const row = { userId, ...change }
  await tx.db.write`insert into "emailChange" ${sql(row)} on conflict ("userId") do update set ${sql(change)}`
}

/** The change that the user waits for; null when there is none, or its links are too old. */
export async function findEmailChange(ctx: Context, userId: string): Promise<EmailChange | null> {
  const [change] = await ctx.db.read<EmailChange[]>`
    select "newEmail", "isAgreed", "expiresAt" from "emailChange" where "userId" = ${userId} and "expiresAt" > ${ctx.now()}`
  return change ?? null
}

export async function deleteEmailChange(tx: Context, userId: string): Promise<boolean> {
  const { count } = await tx.db.write`delete from "emailChange" where "userId" = ${userId}`
  return count > 0
}
