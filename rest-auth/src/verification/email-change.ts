import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import { mailUser, queueMail } from '../mail/outbox.ts'
import { securityEvent } from '../security-event.ts'
import type { Caller } from '../mail/mail-request.sql.ts'
import { describeCaller } from '../session/create-session.ts'
import { changeEmailOf, findUserByEmail, lockUserById } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { deleteEmailChange, findEmailChange, keepEmailChange } from './email-change.sql.ts'
import { signEmailToken } from './email-token.ts'
import { keepLink, mailedLink } from './send-verification.ts'
import { changeEmailPrefix, deleteVerificationsOf, endMailedLinks } from './verification.sql.ts'

export const pendingEmailChange = z
  .object({
    newEmail: z.string(),
    /** Whose link is to be opened next: the present address, or the new one. */
    linkMailedTo: z.string(),
    expiresAt: z.date(),
  })
  .meta({ id: 'PendingEmailChange' })

/** Remembers the change; links of an earlier one to another address end, those to the same go on. The user's row is locked. */
export async function awaitEmailChange(
  tx: Context,
  userId: string,
  newEmail: string,
  isAgreed: boolean,
): Promise<void> {
  const before = await findEmailChange(tx, userId)
  if (before?.newEmail !== newEmail) await deleteVerificationsOf(tx, changeEmailPrefix, userId)
  const expiresAt = new Date(tx.now().getTime() + tx.config.EMAIL_VERIFICATION_EXPIRES_IN * 1000)
  await keepEmailChange(tx, userId, { newEmail, isAgreed, expiresAt })
}

/** Ends the change that the user waits for, with every link of it. Whoever follows one at that time comes before or after. */
export function cancelEmailChange(ctx: Context, userId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockUserById(tx, userId)
    await deleteVerificationsOf(tx, changeEmailPrefix, userId)
    if (await deleteEmailChange(tx, userId)) securityEvent(tx, 'email.change-canceled', { userId })
  })
}

/** Gives the account another address while it has the one of `user`, and tells that one. The new one is neither verified nor proved. */
export async function moveTo(tx: Context, user: User, email: string): Promise<User | null> {
  const { id: userId } = user
  if ((await lockUserById(tx, userId))?.email !== user.email) return null
  // Before it changes: what the account has proved is the old address.
  await mailUser(tx, user, 'emailChanged', {})
  securityEvent(tx, 'email.changed', { userId })
  await endMailedLinks(tx, userId) // those went to the old address
  return changeEmailOf(tx, user, email)
}

/** Emails the new address its link, or the owner of that address a notice, which the caller must not learn. */
export async function mailNewAddress(tx: Context, userId: string, caller: Caller, callbackURL?: string): Promise<void> {
  const user = await lockUserById(tx, userId)
  const change = await findEmailChange(tx, userId)
  if (!user || !change?.isAgreed) return
  const owner = await findUserByEmail(tx, change.newEmail)
  if (owner) await mailUser(tx, owner, 'changeEmailAttempt', {})
  else await mailLink(tx, user, change.newEmail, caller, callbackURL)
}

async function mailLink(tx: Context, user: User, newEmail: string, caller: Caller, callbackURL = '/'): Promise<void> {
  const token = await signEmailToken(tx, user, { updateTo: newEmail, requestType: 'change-email-verification' })
  const url = mailedLink(tx, '/verify-email', { token, callbackURL: callbackURL || '/' })
  const { name, language } = user
  const data = { name, url, ...describeCaller(caller) }
  if (await queueMail(tx, { to: newEmail, userId: null, template: 'verification', data, language }))
    await keepLink(tx, changeEmailPrefix, token, user.id)
}
