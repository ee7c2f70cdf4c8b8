import { z } from 'zod'
import { findPasswordHash } from '../account/account.sql.ts'
import { transaction, type Context } from '../context.ts'
import { requirePassword } from '../credential/password.ts'
import { randomLowerCase } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { isFresh } from '../session/session-guard.ts'
import { emailUser, tooManyEmails } from '../mail/outbox.ts'
import { requireNoSoleOwnership } from '../organization/member/sole-ownership.ts'
import { requireOtherAdministrator } from '../people/last-administrator.ts'
import { endAccount } from '../personal-data/end-account.ts'
import type { ActiveSession } from '../session/session.ts'
import { emailedLink, keepLink } from '../verification/send-verification.ts'
import { consumeVerification, deleteVerificationsOf } from '../verification/verification.sql.ts'
import { isPlaceholderEmail } from '../user/email.ts'
import { findUserById, isOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { record } from '../journal/journal.ts'

export const accountEnd = ['account.deleted', 'member.left', 'invitation.canceled'] as const

const prefix = 'delete-account-'

export const deletionBody = z.object({ callbackURL: z.string(), password: z.string(), token: z.string() }).partial()

/** Requires the password, a recent sign-in or the token. */
export async function requestDeletion(
  ctx: Context,
  active: ActiveSession,
  input: z.infer<typeof deletionBody>,
): Promise<'deleted' | 'mailed'> {
  const { user } = active
  if (input.password !== undefined) await requirePassword(ctx, user, input.password)
  const isProved = input.token || (input.password !== undefined && !user.twoFactorEnabled)
  if (!isProved && !(await isFresh(ctx, active))) {
    throw new ApiError('SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION')
  }
  if (input.token) return deleteByToken(ctx, active, input.token)
  if (ctx.config.DELETE_USER_CONFIRM_BY_MAIL && (await needsLink(ctx, user, input.password !== undefined))) {
    await sendDeletionLink(ctx, active, input.callbackURL)
    return 'mailed'
  }
  return transaction(ctx, (tx) => removeAccount(tx, user))
}

/** If the email is mistyped, nobody can open the link: until it is proved, the password suffices. */
async function needsLink(ctx: Context, { id, email }: User, hasGivenPassword: boolean): Promise<boolean> {
  if (isPlaceholderEmail(email)) return false
  if (await isOwnershipProved(ctx, id)) return true
  return !hasGivenPassword && (await findPasswordHash(ctx, id)) !== null
}

export function deleteByToken(ctx: Context, { user }: ActiveSession, token: string): Promise<'deleted'> {
  return transaction(ctx, async (tx) => {
    const found = await consumeVerification(tx, prefix + hashToken(token))
    // Inside the transaction, so that another user's token is not consumed.
    if (found?.value !== user.id || found.expiresAt < tx.now()) throw new ApiError('INVALID_DELETE_TOKEN')
    return removeAccount(tx, user)
  })
}

async function sendDeletionLink(ctx: Context, { user }: ActiveSession, callbackURL: string | undefined): Promise<void> {
  const token = randomLowerCase(32)
  const url = emailedLink(ctx, '/delete-user/callback', callbackURL, token)
  await transaction(ctx, async (tx) => {
    await requireNoSoleOwnership(tx, user.id)
    await requireOtherAdministrator(tx, user)
    await keepLink(tx, prefix, token, user.id, ctx.config.DELETE_USER_EXPIRES_IN)
    record(tx, 'account.deletion-asked', {})
    if (!(await emailUser(tx, user, 'deleteUser', { url }))) throw await tooManyEmails(tx, user, 'deleteUser')
  })
}

async function removeAccount(tx: Context, { id }: User): Promise<'deleted'> {
  await requireNoSoleOwnership(tx, id)
  const user = await findUserById(tx, id) // the email may have changed
  if (user) {
    await requireOtherAdministrator(tx, user)
    record(tx, 'account.deleted', {})
    await eraseAccount(tx, user, user)
  }
  return 'deleted'
}

/** Needs `requireNoSoleOwnership`. */
export async function eraseAccount(tx: Context, user: User, by: User): Promise<void> {
  await deleteVerificationsOf(tx, '', user.id)
  await emailUser(tx, user, 'accountDeleted', {})
  await endAccount(tx, user, by)
}
