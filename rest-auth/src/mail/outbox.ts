import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { isPlaceholderEmail } from '../user/email.ts'
import type { Language } from '../languages.ts'
import { insertMail, type NewMailRow } from './mail.sql.ts'
import type { MailData, MailTemplate } from './templates/mail-texts.ts'

/** One mail: the template, and what its text names. Without a language it is English. */
export type Mail = {
  [T in MailTemplate]: { to: string; template: T; data: MailData[T]; language: Language | null }
}[MailTemplate]

/** Puts a mail into the outbox, in the caller's transaction; it is sent when that commits. Placeholder addresses get none. */
export async function queueMail(tx: Context, mail: Mail): Promise<void> {
  if (isPlaceholderEmail(mail.to)) return
  await insertMail(tx, toMailRow(mail))
}

export const toMailRow = (mail: Mail): NewMailRow => ({ ...mail, id: randomId(), language: mail.language ?? 'en' })
