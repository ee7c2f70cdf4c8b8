import type { Context } from '../context.ts'

const batch = 1000

/** What may go: tables with the condition, in which `$1` is a time. */
const leftovers = {
  session: '"expiresAt" < $1',
  verification: '"expiresAt" < $1',
  emailChange: '"expiresAt" < $1',
  device: '"seenAt" < $1',
  mail: '"createdAt" < $1 and ("sentAt" is not null or "deadAt" is not null or "nextAttemptAt" < $1)',
  mailBudget: '"usedUntil" < $1',
  picture: `"seenAt" < $1 and not exists (select from "user" where "picture" = "hash")
    and not exists (select from "organization" where "picture" = "hash")`,
  rateLimit: '"lastRequest" < extract(epoch from $1::timestamptz) * 1000',
} as const

export type Leftover = keyof typeof leftovers

/** Deletes at most a thousand rows from before `time`; whether there may be more. Skips what another instance is at. */
export async function deleteBatch(ctx: Context, table: Leftover, time: Date): Promise<boolean> {
  const { count } = await ctx.sql.unsafe(
    `delete from "${table}" where ctid = any(array(
       select ctid from "${table}" where ${leftovers[table]} limit ${batch} for update skip locked))`,
    [time],
  )
  return count === batch
}
