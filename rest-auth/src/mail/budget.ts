import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { BudgetName } from '../rate-limits.ts'
import type { User } from '../user/user.ts'
import type { Budget } from './budget.sql.ts'

/** How many mails of one kind a mailbox gets. */
export function mailboxBudget({ config }: Context, { to, template }: { to: string; template: string }): Budget {
  const budget = bucket(config, template === 'invitation' ? 'invitations-to-mailbox' : 'mails-to-mailbox')
  return {
    key: `${template} to ${mailboxOf(to)}`,
    ...budget,
    // A link to a new password comes again at the latest when the one before ends, so nobody can keep an owner from having one.
    every: template === 'resetPassword' ? Math.min(budget.every, config.RESET_PASSWORD_EXPIRES_IN) : budget.every,
  }
}

/** How many invitations somebody sends: fewer while their address is not confirmed. */
export function inviterBudget({ config }: Context, { id, emailVerified }: User): Budget {
  return emailVerified
    ? { key: `invitations by ${id}`, ...bucket(config, 'invitations-by-user') }
    : { key: `invitations by unverified ${id}`, ...bucket(config, 'invitations-by-unverified') }
}

function bucket({ AUTH_RATE_LIMITS }: Config, name: BudgetName): Omit<Budget, 'key'> {
  const { max, window } = AUTH_RATE_LIMITS[name]
  return { atOnce: max, every: window / max }
}

/** A mailbox has many addresses: what follows a `+` makes no other one, and at Gmail dots do not. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at).replace(/(?<=.)\+.*/, '')
  const domain = email.slice(at + 1)
  return ['gmail.com', 'googlemail.com'].includes(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`
}
