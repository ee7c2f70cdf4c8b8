import { z } from 'zod'
import { later, transaction, type Context } from '../context.ts'
import { emailUser, queueEmail } from '../mail/outbox.ts'
import { record } from '../journal/journal.ts'
import type { LinkRequest, MailRequestOf } from '../mail/mail-request.sql.ts'
import { describeCaller } from '../session/create-session.ts'
import { updateEmail, findUserByEmail, lockUserById } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { deleteEmailChange, findEmailChange, upsertEmailChange } from './email-change.sql.ts'
import { signEmailToken } from './email-token.ts'
import { keepLink, emailedLink } from './send-verification.ts'
import { changeEmailPrefix, deleteVerificationsOf, endEmailedLinks } from './verification.sql.ts'

export const pendingEmailChange = z
  .object({
    newEmail: z.string(),
    /** The current or the new email. */
    linkSentTo: z.string(),
    expiresAt: z.date(),
  })
  .meta({ id: 'PendingEmailChange' })

/** Ends links of a change to another email. Needs the lock of the user's row. */
export async function saveEmailChange(tx: Context, userId: string, newEmail: string, isAgreed: boolean): Promise<void> {
  const before = await findEmailChange(tx, userId)
  if (before?.newEmail !== newEmail) await deleteVerificationsOf(tx, changeEmailPrefix, userId)
  const expiresAt = later(tx, tx.config.EMAIL_VERIFICATION_EXPIRES_IN)
  await upsertEmailChange(tx, userId, { newEmail, isAgreed, expiresAt })
}

/** Locks the row against a concurrent use of a link. */
export function cancelEmailChange(ctx: Context, userId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockUserById(tx, userId)
    await deleteVerificationsOf(tx, changeEmailPrefix, userId)
    if (await deleteEmailChange(tx, userId)) record(tx, 'email.change-canceled', { userId })
  })
}

/** Notifies the old email. Null if it has changed meanwhile. */
export async function replaceEmail(tx: Context, user: User, email: string): Promise<User | null> {
  const { id: userId } = user
  if ((await lockUserById(tx, userId))?.email !== user.email) return null
  // Before the change, because the budget depends on whether this email is proved.
  await emailUser(tx, user, 'emailChanged', {})
  record(tx, 'email.changed', { userId })
  await endEmailedLinks(tx, userId) // they were sent to the old email
  return updateEmail(tx, user, email)
}

/** Notifies the owner if the email is taken. The caller cannot tell which. */
export async function emailNewAddress(tx: Context, request: MailRequestOf<'newAddress'>): Promise<void> {
  const user = await lockUserById(tx, request.userId)
  const change = await findEmailChange(tx, request.userId)
  if (!user || !change?.isAgreed) return
  const owner = await findUserByEmail(tx, change.newEmail)
  if (owner) await emailUser(tx, owner, 'changeEmailAttempt', {})
  else await sendLink(tx, user, change.newEmail, request)
}

async function sendLink(tx: Context, user: User, newEmail: string, link: LinkRequest): Promise<void> {
  const token = await signEmailToken(tx, user, { updateTo: newEmail, requestType: 'change-email-verification' })
  const url = emailedLink(tx, '/verify-email', link.callbackURL, token)
  const { name, language } = user
  const data = { name, url, ...describeCaller(link.client) }
  if (await queueEmail(tx, { to: newEmail, userId: null, template: 'verification', data, language }))
    await keepLink(tx, changeEmailPrefix, token, user.id)
}
