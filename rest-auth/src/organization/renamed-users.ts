import { transaction, type Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { copyName, isAnybodyRenamed, noteProgress, takeRenamedUser } from './renamed-users.sql.ts'

/**
 * Lets a hundred memberships follow the new name or address of a user who is in more organizations than that (decision 024), and answers
 * whether there may be more to do. It waits for nobody. Any number of instances may do so at once, and end in the middle.
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
