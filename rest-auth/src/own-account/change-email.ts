import { transaction, type Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { queueMail, queueRequestedMail } from '../mail/outbox.ts'
import type { Client } from '../session/create-session.ts'
import { holdSession } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { keepLink, mailedLink, sendVerification, signEmailToken } from '../verification/send-verification.ts'
import { changeEmailPrefix, endMailedLinks } from '../verification/verification.sql.ts'
import { changeEmailOf, findUserByEmail, lockUserById } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { securityEvent } from '../security-event.ts'

/**
 * Changes the address of the own account. A verified one needs the link that goes to its mailbox first (answer null); one
 * that was never verified changes at once, and the changed user is answered. The old address is told when it changes, but not which the
 * new one is: it may be a stranger's.
 */
export async function requestEmailChange(
  ctx: Context,
  active: ActiveSession,
  newEmail: string,
  client: Client,
  callbackURL?: string,
): Promise<User | null> {
  const { user } = active
  if (!ctx.config.CHANGE_EMAIL_ENABLED) throw new ApiError('CHANGE_EMAIL_IS_DISABLED')
  if (newEmail === user.email) throw new ApiError('EMAIL_IS_THE_SAME')
  if (await findUserByEmail(ctx, newEmail)) throw new ApiError('COULDNT_UPDATE_YOUR_EMAIL')
  if (!user.emailVerified) return changeAtOnce(ctx, active, newEmail, client, callbackURL)
  if (!ctx.config.EMAIL_VERIFICATION_ENABLED) throw new ApiError('VERIFICATION_EMAIL_ISNT_ENABLED')

  const token = signEmailToken(ctx, user, newEmail)
  const url = mailedLink(ctx, '/verify-email', { token, callbackURL: callbackURL || '/' })
  await transaction(ctx, async (tx) => {
    await keepLink(tx, changeEmailPrefix, token, user.id)
    securityEvent(tx, 'email.change-asked')
    const { name, language } = user
    await queueRequestedMail(tx, { to: user.email, template: 'changeEmail', data: { name, newEmail, url }, language })
  })
  return null
}

async function changeAtOnce(
  ctx: Context,
  { user, session }: ActiveSession,
  newEmail: string,
  client: Client,
  callbackURL?: string,
): Promise<User | null> {
  try {
    return await transaction(ctx, async (tx) => {
      await lockUserById(tx, user.id)
      // The owner of the address may have claimed the account meanwhile.
      const changed = (await holdSession(tx, session.id)) && (await changeEmailOf(tx, user, newEmail))
      if (!changed) throw new ApiError('COULDNT_UPDATE_YOUR_EMAIL')
      await endMailedLinks(tx, user.id)
      securityEvent(tx, 'email.changed')
      const { name, language } = user
      await queueMail(tx, { to: user.email, template: 'emailChanged', data: { name }, language })
      await sendVerification(tx, changed, client, callbackURL)
      return changed
    })
  } catch (error) {
    if (isUniqueViolation(error, 'user_email_key')) throw new ApiError('COULDNT_UPDATE_YOUR_EMAIL')
    throw error
  }
}
