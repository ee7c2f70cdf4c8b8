import type { Context } from '../context.ts'
import type { User } from '../user/user.ts'
import type { Budget } from './budget.sql.ts'

const hour = 3600
const day = 24 * hour

/** How many mails of one kind a mailbox gets, whoever causes them: else whoever knows an address could fill it. */
export function mailboxBudget({ config }: Context, { to, template }: { to: string; template: string }): Budget {
  return {
    key: `${template} to ${mailboxOf(to)}`,
    atOnce: template === 'invitation' ? 20 : 5,
    // A link to a new password comes again at the latest when the one before ends, so nobody can keep an owner from having one.
    every: template === 'resetPassword' ? Math.min(hour, config.RESET_PASSWORD_EXPIRES_IN) : hour,
  }
}

/** How many invitations somebody sends: enough for a company by who has confirmed their address, a handful by a stranger. */
export function inviterBudget({ id, emailVerified }: User): Budget {
  return emailVerified
    ? { key: `invitations by ${id}`, atOnce: 100, every: hour / 6 }
    : { key: `invitations by unverified ${id}`, atOnce: 5, every: day / 5 }
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
