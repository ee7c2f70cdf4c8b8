import { deleteAccountsOfUser } from '../account/account.sql.ts'
import type { Context } from '../context.ts'
import { mailUser } from '../mail/outbox.ts'
import { deleteSessionsOfUser } from '../session/session.sql.ts'
import { markOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { endMailedLinks } from '../verification/verification.sql.ts'
import { securityEvent } from '../security-event.ts'

/**
 * Gives the account to the person who has just proved to own its address, because its creator never did: every earlier way in
 * ends, and the mail says so. The user's row must be locked.
 */
export async function claimAccount(tx: Context, user: User): Promise<void> {
  // The accounts first: whoever is signing in with one either finds it gone, or has a session by now.
  await deleteAccountsOfUser(tx, user.id)
  await deleteSessionsOfUser(tx, user.id)
  await endMailedLinks(tx, user.id)
  await markOwnershipProved(tx, user)
  securityEvent(tx, 'account.claimed', { userId: user.id })
  await mailUser(tx, user, 'accountClaimed', {})
}
