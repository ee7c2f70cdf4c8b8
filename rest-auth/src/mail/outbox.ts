import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { isPlaceholderEmail } from '../user/email.ts'
import type { Language } from '../languages.ts'
import { secondsUntilNext } from './budget.sql.ts'
import { accountBudget, addressBudget } from './budget.ts'
import { insertMail, type NewMailRow } from './mail.sql.ts'
import type { MailData, MailTemplate } from './templates/mail-texts.ts'

/** One email: the account that it belongs to, the template, and what its text names. Without a language it is English. */
export type Mail = {
  [T in MailTemplate]: {
    to: string
    /** Null where the address is not yet that of an account: an invitation, the new address of a change. */
    userId: T extends 'invitation' ? null : T extends 'verification' ? string | null : string
    template: T
    data: MailData[T]
    language: Language | null
  }
}[MailTemplate]

/**
 * Puts an email into the outbox, in the caller's transaction; it is sent when that commits. False: its budget is used up, or the
 * address is a placeholder.
 */
export async function queueMail(tx: Context, mail: Mail): Promise<boolean> {
  return !isPlaceholderEmail(mail.to) && insertMail(tx, toMailRow(tx, mail))
}

/** As queueMail, for whoever asks for a mail to their own mailbox: throws 429 when it has had too many. */
export async function queueRequestedMail(tx: Context, mail: Mail & { userId: string }): Promise<void> {
  if (!(await queueMail(tx, mail))) throw await tooManyMails(tx, mail)
}

/** The refusal of an account's email that was not queued; it says when there may be one again. */
export async function tooManyMails(
  tx: Context,
  { to, template, userId }: { to: string; template: MailTemplate; userId: string },
): Promise<ApiError> {
  const budgets = [accountBudget(tx, template, userId), addressBudget(tx, { template, to, userId })]
  const waits = await Promise.all(budgets.map((budget) => secondsUntilNext(tx, budget)))
  return new ApiError('TOO_MANY_REQUESTS', { retryAfter: Math.max(...waits) })
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
