import { transaction, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import type { Member } from './entities.ts'
import { countMembers, findMemberOfUser, insertMember, lockOrganization } from './member.sql.ts'
import { cancelInvitationsBeyondRoles } from './invitation.sql.ts'
import { requireRoles } from './membership.ts'
import { rolesText } from './roles.ts'
import { findTeam } from './team.sql.ts'
import { securityEvent } from '../security-event.ts'

/** Requires `lockOrganization`. Returns null if the user is a member already. */
export async function joinOrganization(
  tx: Context,
  input: { organizationId: string; userId: string; role: string; teamId: string | null },
): Promise<Member | null> {
  const { organizationId, userId } = input
  if (await findMemberOfUser(tx, organizationId, userId)) return null
  const limit = tx.config.ORGANIZATION_MEMBERSHIP_LIMIT
  if ((await countMembers(tx, organizationId)) >= limit) {
    throw new ApiError('ORGANIZATION_MEMBERSHIP_LIMIT_REACHED', { details: { limit } })
  }
  // A team of another organization is ignored.
  const team = input.teamId === null ? null : await findTeam(tx, organizationId, input.teamId)
  const member = await insertMember(tx, { ...input, teamId: team?.id ?? null, id: randomId(), createdAt: tx.now() })
  // The user may have sent invitations in an earlier membership with higher roles.
  if (member) {
    await cancelInvitationsBeyondRoles(tx, member.id)
    securityEvent(tx, 'member.joined', { userId, organizationId, roles: member.role })
  }
  return member
}

/** For operators, without an invitation. */
export function addMember(
  ctx: Context,
  input: { organizationId: string; userId: string; role: string },
): Promise<Member> {
  const wanted = requireRoles(input.role)
  return transaction(ctx, async (tx) => {
    if (!(await lockOrganization(tx, input.organizationId))) throw new ApiError('ORGANIZATION_NOT_FOUND')
    const member = await joinOrganization(tx, { ...input, role: rolesText(wanted), teamId: null })
    if (!member) throw new ApiError('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION')
    return member
  })
}
