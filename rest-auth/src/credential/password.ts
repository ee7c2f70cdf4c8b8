import { findPasswordHash, replacePasswordHash, setPasswordHash } from '../account/account.sql.ts'
import { transaction, type Context } from '../context.ts'
import { hashPassword, verifyPassword } from '../crypto/password.ts'
import { randomId } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import { releaseSlots } from '../mail/budget.sql.ts'
import { accountBudget } from '../mail/budget.ts'
import { withGuessLimit, forgetGuesses } from '../rate-limit/guess-limit.ts'
import { emailUser } from '../mail/outbox.ts'
import type { MailRequestOf } from '../mail/mail-request.sql.ts'
import { claimAccount } from '../proof/claim-account.ts'
import { renewSession, type Client } from '../session/create-session.ts'
import { endSessions } from '../session/end-sessions.ts'
import { endTrustedDevices } from '../session/second-factor.sql.ts'
import { findSessionLevel } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import {
  findUserById,
  isOwnershipProved,
  lockUserByEmail,
  lockUserById,
  markOwnershipProved,
} from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { emailedLink, keepLink } from '../verification/send-verification.ts'
import {
  consumeVerification,
  deleteVerificationsOf,
  endEmailedLinks,
  findVerification,
  resetPasswordPrefix,
} from '../verification/verification.sql.ts'
import { forgetProofs } from '../sign-up-attempt/sign-up-attempt.ts'
import { requireUncommon } from './common-password.ts'
import { checkPasswordLength } from './credential.ts'
import { record, setActor } from '../journal/journal.ts'

const identifierOf = (token: string): string => resetPasswordPrefix + hashToken(token)

/** Emails a reset link if the email is registered. Earlier links become invalid. */
export async function sendPasswordReset(
  tx: Context,
  { email, redirectTo = '/', askedAt = tx.now().toISOString() }: MailRequestOf<'resetPassword'>,
): Promise<void> {
  const token = randomId(24)
  const url = emailedLink(tx, `/reset-password/${token}`, redirectTo)
  // Locked against concurrent changes of the email, and so that only one of two new links works.
  const user = await lockUserByEmail(tx, email)
  if (!user) return
  const hasPassword = String((await findPasswordHash(tx, user.id)) !== null)
  const isQueued = await emailUser(tx, user, 'resetPassword', { url, hasPassword, redirectTo, askedAt })
  record(tx, 'password.reset-asked', { userId: user.id })
  if (!isQueued) return // the newest link that was sent stays valid
  await deleteVerificationsOf(tx, resetPasswordPrefix, user.id)
  await keepLink(tx, resetPasswordPrefix, token, user.id, tx.config.RESET_PASSWORD_EXPIRES_IN)
}

export const resetFailure = 'INVALID_TOKEN'

/** Does not consume the token. */
export async function isResetToken(ctx: Context, token: string): Promise<boolean> {
  return (await findVerification(ctx, identifierOf(token))) !== null
}

/** For password managers, which save the new password with it. */
export async function emailOfReset(ctx: Context, token: string): Promise<string> {
  const pending = await findVerification(ctx, identifierOf(token))
  const user = pending && (await findUserById(ctx, pending.value))
  if (!user) throw new ApiError('INVALID_RESET_TOKEN')
  return user.email
}

/**
 * Ends the user's sessions. If it is the first password, the session of the browser that opened the
 * link stays (`sessionToken`): its user has proved to read the mailbox.
 */
export async function resetPassword(
  ctx: Context,
  token: string,
  newPassword: string,
  sessionToken: string | undefined,
): Promise<User> {
  checkPasswordLength(ctx, newPassword)
  // Checked before the expensive hash.
  const pending = await findVerification(ctx, identifierOf(token))
  if (!pending) throw new ApiError('INVALID_RESET_TOKEN')
  const owner = await findUserById(ctx, pending.value)
  if (owner) await requireUncommon(ctx, newPassword, owner)
  const passwordHash = await hashPassword(newPassword)
  return transaction(ctx, async (tx) => {
    const user = await lockUserById(tx, pending.value)
    const reset = await consumeVerification(tx, identifierOf(token))
    if (!user || !reset || reset.expiresAt <= tx.now()) throw new ApiError('INVALID_RESET_TOKEN')
    setActor(user.id)
    await endEmailedLinks(tx, user.id)
    const isFirst = (await findPasswordHash(tx, user.id)) === null
    // The account's creator may be a stranger, who must not keep any access.
    if (!(await isOwnershipProved(tx, user.id))) await claimAccount(tx, user)
    await markOwnershipProved(tx, user)
    await setPasswordHash(tx, user.id, passwordHash)
    record(tx, 'password.reset', {})
    if (tx.config.RESET_PASSWORD_REVOKES_SESSIONS)
      await endSessions(tx, user.id, 'password reset', isFirst ? sessionToken : undefined)
    await forgetGuesses(tx, user)
    await forgetProofs(tx, user.id)
    await finishPasswordChange(tx, user, isFirst)
    return user
  })
}

/** Requires the current password. With `revoke`, ends all sessions and returns a new one. */
export async function changePassword(
  ctx: Context,
  active: ActiveSession,
  input: { newPassword: string; currentPassword: string; revoke: boolean; remember: boolean },
  client: Client,
): Promise<ActiveSession | null> {
  const { user } = active
  checkPasswordLength(ctx, input.newPassword)
  await requireUncommon(ctx, input.newPassword, user)
  const old = await requirePassword(ctx, user, input.currentPassword)
  const next = await hashPassword(input.newPassword)
  return transaction(ctx, async (tx) => {
    if (!(await replacePasswordHash(tx, user.id, old, next))) throw new ApiError('INVALID_PASSWORD')
    await finishPasswordChange(tx, user)
    record(tx, 'password.changed', {})
    if (!input.revoke) return null
    const level = await findSessionLevel(tx, active.session.id)
    await endSessions(tx, user.id, 'password changed')
    return renewSession(tx, active, client, { remember: input.remember, level })
  })
}

export async function requirePassword(
  ctx: Context,
  user: User,
  password: string,
  without: ErrorKey = 'CREDENTIAL_ACCOUNT_NOT_FOUND',
): Promise<string> {
  const stored = await findPasswordHash(ctx, user.id)
  if (stored === null) throw new ApiError(without)
  const check = async () => {
    const possible = password.length <= ctx.config.PASSWORD_MAX_LENGTH
    if (!possible || !(await verifyPassword(stored, password))) throw new ApiError('INVALID_PASSWORD')
    return stored
  }
  return withGuessLimit(ctx, { typed: `id:${user.id}`, user }, check, async (proven) => proven)
}

export async function finishPasswordChange(tx: Context, user: User, isFirst = false): Promise<void> {
  await deleteVerificationsOf(tx, resetPasswordPrefix, user.id)
  await endTrustedDevices(tx, user.id)
  // If a thief changed the password, the owner must be able to request another link.
  if (await isOwnershipProved(tx, user.id)) await releaseSlots(tx, accountBudget(tx, 'resetPassword', user.id))
  await emailUser(tx, user, 'passwordChanged', { isFirst: String(isFirst) })
}
