import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import { isPlaceholderEmail } from '../user/email.ts'
import type { Language } from '../languages.ts'
import { secondsUntilNext } from './budget.sql.ts'
import { mailboxBudget } from './budget.ts'
import { insertMail, type NewMailRow } from './mail.sql.ts'
import type { MailData, MailTemplate } from './templates/mail-texts.ts'

/** One mail: the template, and what its text names. Without a language it is English. */
export type Mail = {
  [T in MailTemplate]: { to: string; template: T; data: MailData[T]; language: Language | null }
}[MailTemplate]

/**
 * Puts a mail into the outbox, in the caller's transaction; it is sent when that commits. False: the mailbox has had too many
 * of that kind, or the address is a placeholder.
 */
export async function queueMail(tx: Context, mail: Mail): Promise<boolean> {
  return !isPlaceholderEmail(mail.to) && insertMail(tx, toMailRow(tx, mail))
}

/** As queueMail, for whoever asks for a mail to their own mailbox: throws 429 when it has had too many. */
export async function queueRequestedMail(tx: Context, mail: Mail): Promise<void> {
  if (!(await queueMail(tx, mail))) throw await tooManyMails(tx, mail)
}

/** The refusal of a mail that was not queued; it says when there may be one again. */
export async function tooManyMails(
  tx: Context,
  mail: Pick<Mail, 'to' | 'template'>,
  code: ErrorKey = 'TOO_MANY_REQUESTS',
): Promise<ApiError> {
  return new ApiError(code, { retryAfter: await secondsUntilNext(tx, mailboxBudget(tx, mail)) })
}

export const toMailRow = (ctx: Context, mail: Mail): NewMailRow => ({
  ...mail,
  id: randomId(),
  language: mail.language ?? 'en',
  expiresAt: endOfLink(ctx, mail),
})

/** When the link that a mail is about ends; null when it has none, or one that is a page for ever. */
function endOfLink({ config, now }: Context, mail: Mail): Date | null {
  const after = (seconds: number) => new Date(now().getTime() + seconds * 1000)
  switch (mail.template) {
    case 'resetPassword':
      return after(config.RESET_PASSWORD_EXPIRES_IN)
    case 'verification':
    case 'changeEmail':
      return after(config.EMAIL_VERIFICATION_EXPIRES_IN)
    case 'deleteUser':
      return after(config.DELETE_USER_EXPIRES_IN)
    case 'invitation':
      return new Date(mail.data.time)
    default:
      return null
  }
}
