import { deleteAccountsOfUser } from '../account/account.sql.ts'
import type { Context } from '../context.ts'
import { mailUser } from '../mail/outbox.ts'
import { deleteSessionsOfUser } from '../session/session.sql.ts'
import { markOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { endMailedLinks } from '../verification/verification.sql.ts'
import { securityEvent } from '../security-event.ts'

/**
 * Gives an account to the proved owner of its email, if its creator never proved it. Ends all
 * previous access.
 *
 * The user's row must be locked.
 */
export async function claimAccount(tx: Context, user: User): Promise<void> {
  // Accounts first: a concurrent sign-in either finds its account deleted, or its session is
  // deleted next.
  await deleteAccountsOfUser(tx, user.id)
  await deleteSessionsOfUser(tx, user.id)
  await endMailedLinks(tx, user.id)
  await markOwnershipProved(tx, user)
  securityEvent(tx, 'account.claimed', { userId: user.id })
  await mailUser(tx, user, 'accountClaimed', {})
}
