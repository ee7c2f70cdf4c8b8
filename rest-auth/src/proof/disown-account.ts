import { deleteAccountsOfUser } from '../account/account.sql.ts'
import { transaction, type Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { dropOwnOrganizations, lockMemberships } from '../organization/sole-ownership.ts'
import { deleteSessionsOfUser } from '../session/session.sql.ts'
import { updateEmail, deleteUser, isDisownable, lockUserById } from '../user/user.sql.ts'
import {
  consumeVerification,
  deleteVerificationsOf,
  disownPrefix,
  findVerification,
} from '../verification/verification.sql.ts'

/**
 * Removes an account that someone else created with the reader's email ("This was not me").
 *
 * The account stays, without email and access, if it is the only owner of an organization or
 * DELETE_USER_ENABLED is off.
 *
 * Returns false if the token is used or expired, or the account has been proved since.
 */
export async function disownAccount(ctx: Context, token: string): Promise<boolean> {
  const identifier = disownPrefix + hashToken(token)
  const pending = await findVerification(ctx, identifier)
  if (!pending) return false
  const userId = pending.value
  return transaction(ctx, async (tx) => {
    await lockMemberships(tx, userId)
    const user = await lockUserById(tx, userId)
    const isMeant = (await consumeVerification(tx, identifier))?.value === userId
    if (!user || !isMeant || !(await isDisownable(tx, userId))) return false
    await deleteVerificationsOf(tx, '', userId)
    if ((await dropOwnOrganizations(tx, userId)) && tx.config.DELETE_USER_ENABLED) return deleteUser(tx, userId)
    await deleteAccountsOfUser(tx, userId)
    await deleteSessionsOfUser(tx, userId)
    await updateEmail(tx, user, `${userId.toLowerCase()}@disowned.noreply.invalid`)
    return true
  })
}
