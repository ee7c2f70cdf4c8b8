import type { Context } from '../context.ts'
import type { User } from '../user/user.ts'

/** Whether whoever made the account has proved that its address is theirs. */
export async function isProved(ctx: Context, userId: string): Promise<boolean> {
  const rows = await ctx.sql`select 1 from "user" where "id" = ${userId} and "proved"`
  return rows.length > 0
}

/** Notes that whoever made the account reads its address, while it is still the user's. */
export async function markProved(ctx: Context, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  await ctx.sql`update "user" set "proved" = true where "id" = ${id} and "email" = ${email}`
}
