import { later, type Context } from '../context.ts'
import { record } from '../journal/journal.ts'
import { notBanned, type User } from '../user/user.ts'
import { updateUser } from '../user/user.sql.ts'
import { deleteAllSessions } from '../people/people.sql.ts'

interface Ban {
  readonly banReason?: string | undefined
  /** Seconds. Without it, the ban lasts until it is lifted. */
  readonly banExpiresIn?: number | undefined
}

/** Ends all sessions. Needs the lock of `lockPeople`, so that a concurrent sign-in is refused or ended. */
export async function ban(tx: Context, user: User, { banReason, banExpiresIn }: Ban, reason: string): Promise<User> {
  const userId = user.id
  const banExpires = banExpiresIn === undefined ? null : later(tx, banExpiresIn)
  const banned = await updateUser(tx, userId, { banned: true, banReason: banReason || 'No reason', banExpires })
  await deleteAllSessions(tx, userId)
  record(tx, 'user.banned', { userId, reason, until: banExpires?.toISOString() ?? null })
  return banned ?? user
}

export async function unban(tx: Context, user: User, reason: string): Promise<User> {
  record(tx, 'user.unbanned', { userId: user.id, reason })
  return (await updateUser(tx, user.id, notBanned)) ?? user
}
