import { transaction, type Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { copyName, isAnybodyRenamed, noteProgress, takeRenamedUser } from './renamed-users.sql.ts'

/**
 * Lets some memberships follow the new name or address of their user, who is in too many organizations for doing so before the answer
 * (decision 027); whether there may be more. Waits for nobody, and keeps nobody waiting for longer than a hundred rows take. Any number of
 * instances may do so, and end in the middle.
 */
export async function followRenamedUsers(ctx: Context): Promise<boolean> {
  if (!(await isAnybodyRenamed(ctx))) return false
  return transaction(ctx, async (tx) => {
    const renamed = await takeRenamedUser(tx)
    if (!renamed) return false
    const { isWhole, last } = await copyName(tx, renamed)
    // Somebody is changing one of them: all of these are looked at again, later.
    if (isWhole) await noteProgress(tx, renamed.userId, last)
    return isWhole
  })
}

export const startFollowingRenamedUsers = (ctx: Context): Repetition =>
  repeat(ctx, 'new names of members', 1000, () => followRenamedUsers(ctx))
