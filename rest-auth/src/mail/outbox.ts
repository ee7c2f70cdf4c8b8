import { later, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { isPlaceholderEmail } from '../user/email.ts'
import type { User } from '../user/user.ts'
import type { Language } from 'contract/languages.ts'
import { secondsUntilNext, type Budget } from './budget.sql.ts'
import { accountBudget, addressBudget } from './budget.ts'
import { insertEmail, type NewMailRow } from './mail.sql.ts'
import type { AccountMailData, MailData, MailTemplate } from './templates/mail-data.ts'

export type Email = {
  [T in MailTemplate]: {
    to: string
    userId: T extends 'invitation' | 'remoteFailed' | 'remoteTakenBack'
      ? null
      : T extends 'verification'
        ? string | null
        : string
    template: T
    data: MailData[T]
    language: Language | null
  }
}[MailTemplate]

/** Returns false if a budget is used up or the email is a placeholder. `budget` replaces the usual one. */
export async function queueEmail(tx: Context, mail: Email, budget?: Budget): Promise<boolean> {
  return !isPlaceholderEmail(mail.to) && insertEmail(tx, toMailRow(tx, mail), budget)
}

type AccountTemplate = keyof AccountMailData
type DataOf<T extends AccountTemplate> = AccountMailData[T] & Readonly<Record<string, string>>

export async function emailUser<T extends AccountTemplate>(tx: Context, user: User, template: T, data: DataOf<T>) {
  return !isPlaceholderEmail(user.email) && insertEmail(tx, accountMailRow(tx, user, template, data))
}

export async function tooManyEmails(tx: Context, { id, email }: User, template: MailTemplate): Promise<ApiError> {
  const budgets = [accountBudget(tx, template, id), addressBudget(tx, { template, to: email, userId: id })]
  const waits = await Promise.all(budgets.map((budget) => secondsUntilNext(tx, budget)))
  return new ApiError('TOO_MANY_REQUESTS', { retryAfter: Math.max(...waits) })
}

export function accountMailRow<T extends AccountTemplate>(ctx: Context, user: User, template: T, data: DataOf<T>) {
  const { id: userId, email: to, name, language } = user
  return toMailRow(ctx, { to, userId, template, data: { name, ...data }, language })
}

const toMailRow = (ctx: Context, mail: Omit<NewMailRow, 'id' | 'language' | 'expiresAt'> & Pick<User, 'language'>) => ({
  ...mail,
  id: randomId(),
  language: mail.language ?? 'en',
  expiresAt: endOfLink(ctx, mail),
})

/** Null without a link, or if the link never expires. */
function endOfLink(ctx: Context, { template, data }: Pick<NewMailRow, 'template' | 'data'>): Date | null {
  switch (template) {
    case 'resetPassword':
      return later(ctx, ctx.config.RESET_PASSWORD_EXPIRES_IN)
    case 'verification':
    case 'changeEmail':
      return later(ctx, ctx.config.EMAIL_VERIFICATION_EXPIRES_IN)
    case 'deleteUser':
      return later(ctx, ctx.config.DELETE_USER_EXPIRES_IN)
    case 'invitation':
    case 'emailChangeAnnounced':
    case 'factorResetAnnounced':
      return new Date(data['time'] ?? '')
    default:
      return null
  }
}
