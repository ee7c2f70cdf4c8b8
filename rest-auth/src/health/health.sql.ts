import type { Context } from '../context.ts'

/** Whether the database answers and has our tables. */
export async function isDatabaseReady(ctx: Context): Promise<boolean> {
  try {
    await ctx.sql`select 1 from "session" limit 1`
    return true
  } catch (error) {
    ctx.log.warn({ err: error }, 'the database is not ready')
    return false
  }
}
