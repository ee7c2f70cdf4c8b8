import { transaction, type Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { holdProof } from '../session/session-guard.ts'
import type { ActiveSession } from '../session/session.ts'
import type { Member } from './entities.ts'
import { countOtherOwners, findMember, lockOrganization, moveToTeam, updateRole } from './member.sql.ts'
import { cancelInvitationsBeyondRoles } from './invitation.sql.ts'
import { tellMember } from './member.ts'
import { type Membership, requireMembership } from './membership.ts'
import { hasPermission } from './permissions.ts'
import { isOwner, parseRoles, parseStoredRoles, rolesText } from './roles.ts'
import { findTeam } from './team.sql.ts'
import { securityEvent } from '../security-event.ts'

/**
 * Replaces the roles of a member. Only an owner grants or takes `owner`, to grant it in a fresh session, and the last one
 * keeps it. Open invitations of the member that the new roles would not allow are withdrawn.
 */
export function updateMemberRole(
  ctx: Context,
  active: ActiveSession,
  organizationId: string,
  input: { memberId: string; role: string | readonly string[] },
): Promise<Member> {
  const wanted = parseRoles(input.role)
  if (!wanted) throw new ApiError('ROLE_NOT_FOUND')
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    const caller = await requireMembership(tx, organizationId, active.user.id, 'MEMBER_NOT_FOUND')
    const target = await findMember(tx, input.memberId)
    if (!target) throw new ApiError('MEMBER_NOT_FOUND')
    const wasOwner = isOwner(parseStoredRoles(target.role))
    const touchesOwner = wasOwner || isOwner(wanted)
    requireMayUpdate(caller, target, touchesOwner)
    if (wasOwner && !isOwner(wanted) && (await countOtherOwners(tx, organizationId, target.id)) === 0) {
      throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER')
    }
    if (isOwner(wanted) && !wasOwner) await holdProof(tx, active.session)
    await updateRole(tx, target.id, rolesText(wanted))
    const event = touchesOwner ? 'owner.changed' : 'member.role-changed'
    securityEvent(tx, event, { organizationId, targetUserId: target.userId, roles: rolesText(wanted) })
    await cancelInvitationsBeyondRoles(tx, target.id)
    if (target.userId !== active.user.id && target.role !== rolesText(wanted)) {
      await tellMember(tx, target, rolesText(wanted))
    }
    return { ...target, role: rolesText(wanted) }
  })
}

/** Moves a member into a team of the organization, or out of any. Only an owner moves owners. Not in better-auth 1.2. */
export function updateMemberTeam(
  ctx: Context,
  active: ActiveSession,
  organizationId: string,
  { memberId, teamId }: { memberId: string; teamId: string | null },
): Promise<Member> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    const caller = await requireMembership(tx, organizationId, active.user.id, 'MEMBER_NOT_FOUND')
    const target = await findMember(tx, memberId)
    if (!target) throw new ApiError('MEMBER_NOT_FOUND')
    requireMayUpdate(caller, target, isOwner(parseStoredRoles(target.role)))
    if (teamId !== null && !(await findTeam(tx, organizationId, teamId))) throw new ApiError('TEAM_NOT_FOUND')
    await moveToTeam(tx, memberId, teamId)
    return { ...target, teamId }
  })
}

function requireMayUpdate(caller: Membership, target: Member, touchesOwner: boolean): void {
  const isForeign = target.organizationId !== caller.member.organizationId
  if (isForeign || (touchesOwner && !isOwner(caller.roles)) || !hasPermission(caller.roles, 'member:update')) {
    throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER')
  }
}
