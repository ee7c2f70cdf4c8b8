import { transaction, type Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { requestEmail, type LinkRequest } from '../mail/mail-request.sql.ts'
import { emailUser, tooManyEmails } from '../mail/outbox.ts'
import { lockSession } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { refuseIfTaken } from '../unique-violation.ts'
import { findEmailChange } from '../verification/email-change.sql.ts'
import { saveEmailChange, replaceEmail } from '../verification/email-change.ts'
import { keepLink, emailedLink, sendVerification } from '../verification/send-verification.ts'
import { signEmailToken } from '../verification/email-token.ts'
import { changeEmailPrefix } from '../verification/verification.sql.ts'
import { findUserByEmail, lockUserById } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { record } from '../journal/journal.ts'

interface Change extends LinkRequest {
  readonly newEmail: string
}

/** Returns null if an emailed link is needed. */
export async function requestEmailChange(ctx: Context, active: ActiveSession, change: Change): Promise<User | null> {
  const { user } = active
  const { newEmail } = change
  const { CHANGE_EMAIL_ENABLED, EMAIL_VERIFICATION_ENABLED, EMAIL_VERIFICATION_REQUIRED } = ctx.config
  if (!CHANGE_EMAIL_ENABLED) throw new ApiError('CHANGE_EMAIL_IS_DISABLED')
  if (newEmail === user.email) throw new ApiError('EMAIL_IS_THE_SAME')
  if (!EMAIL_VERIFICATION_REQUIRED) {
    if (await findUserByEmail(ctx, newEmail)) throw new ApiError('COULDNT_UPDATE_YOUR_EMAIL')
    if (!user.emailVerified) return changeNow(ctx, active, change)
  }
  if (!EMAIL_VERIFICATION_ENABLED) throw new ApiError('VERIFICATION_EMAIL_ISNT_ENABLED')
  // Nothing may reveal whether the new email is registered. A repeated request sends a new link.
  await transaction(ctx, (tx) => sendLink(tx, active, change))
  return null
}

/** The current mailbox must agree, unless it is unverified or has agreed before. */
async function sendLink(tx: Context, active: ActiveSession, change: Change): Promise<void> {
  const { newEmail, client, callbackURL } = change
  const user = await lockUserById(tx, active.user.id)
  if (!user || !(await lockSession(tx, active.session.id))) throw new ApiError('UNAUTHORIZED')
  if (newEmail === user.email) throw new ApiError('EMAIL_IS_THE_SAME') // changed in another tab
  const before = await findEmailChange(tx, user.id)
  const isAgreed = !user.emailVerified || (before?.newEmail === newEmail && before.isAgreed)
  await saveEmailChange(tx, user.id, newEmail, isAgreed)
  record(tx, 'email.change-asked', {})
  if (isAgreed) return requestEmail(tx, { kind: 'newAddress', userId: user.id, client, callbackURL })
  const token = await signEmailToken(tx, user, { updateTo: newEmail })
  const url = emailedLink(tx, '/verify-email', callbackURL, token)
  await keepLink(tx, changeEmailPrefix, token, user.id)
  if (!(await emailUser(tx, user, 'changeEmail', { newEmail, url }))) throw await tooManyEmails(tx, user, 'changeEmail')
}

async function changeNow(ctx: Context, { user, session }: ActiveSession, change: Change): Promise<User> {
  return transaction(ctx, async (tx) => {
    await lockUserById(tx, user.id)
    // The owner of the email may have claimed the account.
    const changed = (await lockSession(tx, session.id)) && (await replaceEmail(tx, user, change.newEmail))
    if (!changed) throw new ApiError('COULDNT_UPDATE_YOUR_EMAIL')
    await sendVerification(tx, changed, change)
    return changed
  }).catch(refuseIfTaken('user_email_key', 'COULDNT_UPDATE_YOUR_EMAIL'))
}
