import { transaction, type Context } from '../../context.ts'
import { repeat, type Repetition } from '../../repeat.ts'
import { copyName, isAnybodyRenamed, saveProgress, takeRenamedUser } from './renamed-users.sql.ts'

/** Copies a new name to a hundred memberships (decision 024). True if there may be more. */
export async function copyNextNames(ctx: Context): Promise<boolean> {
  if (!(await isAnybodyRenamed(ctx))) return false
  return transaction(ctx, async (tx) => {
    const renamed = await takeRenamedUser(tx)
    if (!renamed) return false
    const { isWhole, last } = await copyName(tx, renamed)
    // Otherwise some were locked: the same batch is repeated later.
    if (isWhole) await saveProgress(tx, renamed.userId, last)
    return isWhole
  })
}

export const startCopyingNames = (ctx: Context): Repetition =>
  repeat(ctx, 'member name update', 1000, () => copyNextNames(ctx))
