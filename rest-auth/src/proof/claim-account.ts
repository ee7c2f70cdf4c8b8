import { deleteAccountsOfUser } from '../account/account.sql.ts'
import type { Context } from '../context.ts'
import { emailUser } from '../mail/outbox.ts'
import { deleteSessionsOfUser } from '../session/session.sql.ts'
import { markOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { endEmailedLinks } from '../verification/verification.sql.ts'
import { securityEvent } from '../security-event.ts'

/** Ends all access of a creator who never proved the email. Needs the lock of the user's row. */
export async function claimAccount(tx: Context, user: User): Promise<void> {
  // Accounts first: a concurrent sign-in finds none, or its session is deleted next.
  await deleteAccountsOfUser(tx, user.id)
  await deleteSessionsOfUser(tx, user.id)
  await endEmailedLinks(tx, user.id)
  await markOwnershipProved(tx, user)
  securityEvent(tx, 'account.claimed', { userId: user.id })
  await emailUser(tx, user, 'accountClaimed', {})
}
