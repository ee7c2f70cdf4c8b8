import { deleteWaysIn } from '../account/account.sql.ts'
import { later, transaction, type Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { record } from '../journal/journal.ts'
import { silenceOf } from '../mail/mail.sql.ts'
import { dropOwnOrganizations, lockMemberships } from '../organization/member/sole-ownership.ts'
import { endAccount } from '../personal-data/end-account.ts'
import { endSessions } from '../session/end-sessions.ts'
import { updateEmail, isDisownable, lockUserById } from '../user/user.sql.ts'
import {
  consumeVerification,
  deleteVerificationsOf,
  disownPrefix,
  findVerification,
  insertVerification,
} from '../verification/verification.sql.ts'

const week = 7 * 86_400

/** Removes an account that someone else created with the reader's email. */
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
    record(tx, 'account.disowned', { userId })
    await deleteVerificationsOf(tx, '', userId)
    // Otherwise the next account with this email would go on.
    await insertVerification(tx, { identifier: silenceOf(user.email), value: '', expiresAt: later(tx, week) })
    if ((await dropOwnOrganizations(tx, userId)) && tx.config.DELETE_USER_ENABLED) {
      record(tx, 'account.deleted', { userId })
      return endAccount(tx, user, user)
    }
    // It cannot be deleted, so it stays without email and access.
    await deleteWaysIn(tx, userId)
    await endSessions(tx, userId, 'account disowned')
    await updateEmail(tx, user, `${userId.toLowerCase()}@disowned.noreply.invalid`)
    return true
  })
}
