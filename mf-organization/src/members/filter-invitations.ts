import type { ListUrl } from './list-url.ts'
import type { OpenInvitation } from './member.ts'

/** Sorts by expiry if members are sorted by the date they joined. */
export function filterInvitations(
  invitations: readonly OpenInvitation[],
  { query, role, team, order }: ListUrl,
): OpenInvitation[] {
  const part = query.toLowerCase()
  const found = invitations.filter(
    (one) =>
      one.status === 'PENDING' &&
      one.email.includes(part) &&
      (!role || one.assignedRoles.includes(role)) &&
      (!team || one.teams.some(({ id }) => id === team)),
  )
  const [by, direction] = order.startsWith('-') ? [order.slice(1), -1] : [order, 1]
  const key = ({ email, expiresAt }: OpenInvitation) => (by === 'name' ? email : expiresAt)
  return found.toSorted((a, b) => direction * natural.compare(key(a), key(b)))
}

/** person2 before person10 */
const natural = new Intl.Collator('en', { numeric: true })
