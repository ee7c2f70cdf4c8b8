import { later, type Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { record } from '../../journal/journal.ts'
import { requestEmail, type MailRequestOf } from '../../mail/mail-request.sql.ts'
import { emailUser } from '../../mail/outbox.ts'
import { lockProvenSession } from '../../session/session-guard.ts'
import type { ReadSession } from '../../session/session.sql.ts'
import { changeAsMember, type Scope } from '../membership.ts'
import { organizationPolicy } from '../policies.ts'
import { findDemand, findMembersWithoutFactor, saveDemand } from './demand.sql.ts'

/**
 * Requires a second factor from the end of the grace period on, or with null no longer. Needs a
 * recent sign-in and, without a grace period, a second factor: owners could lock themselves out.
 */
export function requireSecondFactor(
  ctx: Context,
  scope: Scope<ReadSession>,
  graceDays: number | null,
): Promise<Date | null> {
  const { actor, organizationId } = scope
  return changeAsMember(ctx, scope, organizationPolicy.requireSecondFactor, async (tx, authorize) => {
    authorize()
    await lockProvenSession(tx, actor)
    if (graceDays === 0 && !actor.hasSecondFactor) throw new ApiError('SECOND_FACTOR_REQUIRED')
    const time = graceDays === null ? null : later(tx, graceDays * 86_400)
    const before = await saveDemand(tx, organizationId, time)
    if (time) record(tx, 'organization.second-factor-required', { organizationId, from: time.toISOString() })
    else if (before) record(tx, 'organization.second-factor-not-required', { organizationId })
    if (time && (!before || time < before))
      await requestEmail(tx, { kind: 'secondFactorRequired', organizationId, after: '' })
    return time
  })
}

const batch = 100

/** Emails members who have none, some at a time. */
export async function emailDemand(
  tx: Context,
  { kind, organizationId, after }: MailRequestOf<'secondFactorRequired'>,
): Promise<void> {
  const demand = await findDemand(tx, organizationId)
  if (!demand?.time) return // it was withdrawn, or the organization is gone
  const data = { organizationName: demand.name, time: demand.time.toISOString() }
  const users = await findMembersWithoutFactor(tx, organizationId, after, batch)
  for (const user of users) await emailUser(tx, user, 'secondFactorRequired', data)
  const last = users.at(-1)
  if (last && users.length === batch) await requestEmail(tx, { kind, organizationId, after: last.id })
}
