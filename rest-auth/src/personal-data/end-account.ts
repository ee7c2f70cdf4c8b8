import type { Context } from '../context.ts'
import { writeRecorded } from '../journal/journal.ts'
import { recordDepartures } from '../organization/member/member.ts'
import { notifyOwnersOfLoss } from '../organization/member/owner-notice.ts'
import type { User } from '../user/user.ts'
import { deleteUser } from '../user/user.sql.ts'
import { erasePersonalData } from './erase.sql.ts'

/** Needs `lockMemberships`. */
export async function endAccount(tx: Context, user: User, by: User): Promise<boolean> {
  await notifyOwnersOfLoss(tx, { owner: user, by, isOwnerTold: false })
  await recordDepartures(tx, user.id)
  await writeRecorded(tx) // so that it is erased as well
  await erasePersonalData(tx.db, user)
  return deleteUser(tx, user.id)
}
