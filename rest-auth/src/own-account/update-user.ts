import { transaction, type Context } from '../context.ts'
import { emailUser } from '../mail/outbox.ts'
import { requireName } from '../naming.ts'
import { refuseIfTaken } from '../unique-violation.ts'
import { requireFreeUsername } from '../username/username.ts'
import { keepPicture } from '../picture/picture.ts'
import { updateUser } from '../user/user.sql.ts'
import type { Profile, User } from '../user/user.ts'
import { record } from '../journal/journal.ts'

function recordOwnChange(tx: Context, fields: readonly string[]): void {
  if (fields.length > 0) record(tx, 'profile.changed', { fields })
}

/** Absent fields stay. `authorize` may refuse before anything is written. Returns null if nothing changed. */
export async function changeProfile(
  ctx: Context,
  user: User,
  changes: Profile,
  recordChange: (tx: Context, fields: readonly string[]) => void = recordOwnChange,
  authorize?: (tx: Context) => Promise<unknown>,
): Promise<User | null> {
  const { username, displayUsername, image, ...others } = changes
  if (username !== undefined && username.toLowerCase() !== user.username)
    await requireFreeUsername(ctx, username, user.id)
  if (changes.name !== undefined) requireName(changes.name, user.name)
  if (displayUsername) requireName(displayUsername, user.displayUsername)
  const row = {
    ...others,
    ...(image !== undefined && { image: await keepPicture(ctx, image) }),
    ...(username !== undefined && { username: username.toLowerCase(), displayUsername: username }),
    ...(displayUsername && { displayUsername }),
  }
  if (Object.keys(row).length === 0) return null
  const fields = Object.keys(row).filter((field) => field !== 'username' && Object.hasOwn(changes, field))
  return transaction(ctx, async (tx) => {
    await authorize?.(tx)
    const changed = await updateUser(tx, user.id, row)
    if (changed) recordChange(tx, fields)
    if (changed && changed.username !== null && changed.username !== user.username) {
      record(tx, 'username.changed', { userId: user.id })
      await emailUser(tx, changed, 'usernameChanged', { username: changed.displayUsername ?? changed.username })
    }
    return changed
  }).catch(refuseIfTaken('user_username_key', 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'))
}
