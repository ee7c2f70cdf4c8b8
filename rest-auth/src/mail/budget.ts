import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import type { BudgetName } from '../rate-limits.ts'
import type { User } from '../user/user.ts'
import type { Budget } from './budget.sql.ts'
import type { MailTemplate } from './templates/mail-data.ts'

export function accountBudget({ config }: Context, template: MailTemplate, userId: string): Budget {
  const budget = bucket(config, 'mails-to-account')
  return {
    key: `${template} of ${userId}`,
    ...budget,
    // At most the lifetime of a reset link: otherwise anyone could keep the owner from getting one.
    every: template === 'resetPassword' ? Math.min(budget.every, config.RESET_PASSWORD_EXPIRES_IN) : budget.every,
  }
}

/** Spellings of a mailbox share a budget, to prevent floods. The plain one has its own. */
export function addressBudget({ config }: Context, { to, template, userId }: Addressed): Budget {
  if (userId !== null && isNotice(template)) return { key: `notices to ${spellingsOf(to)}`, atOnce: 1, every: 86_400 }
  // Other people's requests must not use up the budget of the account with this email.
  const kind = userId === null ? `${template} offered` : template
  return { key: `${kind} to ${spellingsOf(to)}`, ...bucket(config, 'mails-to-mailbox') }
}

/** One email beside the budget of the address, which strangers can use up. Invitations are kept as long. */
export const firstInvitationBudget = (organizationId: string, to: string): Budget => ({
  key: `first invitation by ${organizationId} to ${spellingsOf(to)}`,
  atOnce: 1,
  every: 90 * 86_400,
})

/** Hashed, because it outlives the account. */
const spellingsOf = (to: string): string => hashToken(isPlain(to) ? to : `others of ${mailboxOf(to)}`)

/** Counts the invitations of all organizations. */
export const installationBudget = ({ config }: Context): Budget => ({
  key: 'invitations',
  ...bucket(config, 'invitations'),
})

interface Addressed {
  readonly to: string
  readonly template: MailTemplate
  readonly userId: string | null
}

export function inviterBudget({ config }: Context, { id, emailVerified }: User): Budget {
  return emailVerified
    ? { key: `invitations by ${id}`, ...bucket(config, 'invitations-by-user') }
    : { key: `invitations by unverified ${id}`, ...bucket(config, 'invitations-by-unverified') }
}

function bucket({ AUTH_RATE_LIMITS }: Config, name: BudgetName): Omit<Budget, 'key'> {
  const { max, window } = AUTH_RATE_LIMITS[name]
  return { atOnce: max, every: window / max }
}

/** Without a tag and, at Gmail, without dots. Strangers cannot invent more such spellings. */
export const isPlain = (address: string): boolean =>
  !/(?<=.)\+/.test(address) && !(isGmail(address) && address.slice(0, address.lastIndexOf('@')).includes('.'))

export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at).replace(/(?<=.)\+.*/, '')
  return isGmail(address) ? `${name.replaceAll('.', '')}@gmail.com` : name + address.slice(at)
}

const isGmail = (address: string): boolean => /@(gmail|googlemail)\.com$/.test(address)

/** Emails that somebody asks for, and those to owners of remotes, who may have no account. */
const requested: ReadonlySet<MailTemplate> = new Set([
  'verification',
  'changeEmail',
  'changeEmailAttempt',
  'emailChangeAnnounced',
  'factorResetAnnounced',
  'resetPassword',
  'deleteUser',
  'signUpAttempt',
  'invitation',
  'remoteFailed',
  'remoteTakenBack',
])

/**
 * Notices to a proved email are always sent. Over budget they wait, merged into one email: of all
 * notices, if the email is not proved.
 */
export const isNotice = (template: MailTemplate): boolean => !requested.has(template)
