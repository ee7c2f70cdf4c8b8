import { deleteWaysIn } from '../account/account.sql.ts'
import type { Context } from '../context.ts'
import { emailUser } from '../mail/outbox.ts'
import { endSessions } from '../session/end-sessions.ts'
import { markOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { endEmailedLinks } from '../verification/verification.sql.ts'
import { record, setActor } from '../journal/journal.ts'

/** Ends all access of a creator who never proved the email. Needs the lock of the user's row. */
export async function claimAccount(tx: Context, user: User): Promise<void> {
  setActor(user.id)
  record(tx, 'account.claimed', {})
  // Ways in first: a concurrent sign-in finds none, or its session is deleted next.
  await deleteWaysIn(tx, user.id)
  await endSessions(tx, user.id, 'account claimed')
  await endEmailedLinks(tx, user.id)
  await markOwnershipProved(tx, user)
  await emailUser(tx, user, 'accountClaimed', {})
}
