import { deleteAccountsOfUser } from '../account/account.sql.ts'
import { transaction, type Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { dropOwnOrganizations, holdMemberships } from '../organization/sole-ownership.ts'
import { deleteSessionsOfUser } from '../session/session.sql.ts'
import { changeEmailOf, deleteUser, isDisownable, lockUserById } from '../user/user.sql.ts'
import {
  consumeVerification,
  deleteVerificationsOf,
  disownPrefix,
  findVerification,
} from '../verification/verification.sql.ts'

/**
 * "This was not me": removes an account that somebody else made with the reader's address, by the token of the mail, once. If
 * an organization has no other owner, or accounts are not deleted here, it stays, but without address and without any way in.
 * Returns false, and changes nothing, if the token is used or expired, or the account has been proved since.
 */
export async function disownAccount(ctx: Context, token: string): Promise<boolean> {
  const identifier = disownPrefix + hashToken(token)
  const pending = await findVerification(ctx, identifier)
  if (!pending) return false
  const userId = pending.value
  return transaction(ctx, async (tx) => {
    await holdMemberships(tx, userId)
    const user = await lockUserById(tx, userId)
    const isMeant = (await consumeVerification(tx, identifier))?.value === userId
    if (!user || !isMeant || !(await isDisownable(tx, userId))) return false
    await deleteVerificationsOf(tx, '', userId)
    if ((await dropOwnOrganizations(tx, userId)) && tx.config.DELETE_USER_ENABLED) return deleteUser(tx, userId)
    await deleteAccountsOfUser(tx, userId)
    await deleteSessionsOfUser(tx, userId)
    await changeEmailOf(tx, user, `${userId.toLowerCase()}@disowned.noreply.invalid`)
    return true
  })
}
