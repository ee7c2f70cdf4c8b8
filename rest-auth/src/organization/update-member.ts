import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { lockProvenSession } from '../session/session-guard.ts'
import type { Member } from './entities.ts'
import { countOtherOwners, findMember, moveToTeam, updateRole } from './member.sql.ts'
import { cancelInvitationsBeyondRoles } from './invitation.sql.ts'
import { notifyMember } from './member.ts'
import { changeAsMember, type Membership, requireRoles, type Scope } from './membership.ts'
import { hasPermission } from './permissions.ts'
import { isOwner, parseStoredRoles, rolesText } from './roles.ts'
import { findTeam } from './team.sql.ts'
import { securityEvent } from '../security-event.ts'

/**
 * Granting `owner` requires an owner and a recent sign-in. The last owner stays. If `expectedRole`
 * is given, it must name the current roles.
 */
export function updateMemberRole(
  ctx: Context,
  scope: Scope,
  input: { memberId: string; role: string | readonly string[]; expectedRole?: readonly string[] },
): Promise<Member> {
  const { active, organizationId } = scope
  const wanted = requireRoles(input.role)
  return changeAsMember(ctx, scope, 'MEMBER_NOT_FOUND', async (tx, caller) => {
    const target = await findMember(tx, input.memberId)
    if (!target) throw new ApiError('MEMBER_NOT_FOUND')
    const current = parseStoredRoles(target.role)
    const wasOwner = isOwner(current)
    const touchesOwner = wasOwner || isOwner(wanted)
    requireUpdateAllowed(caller, target, touchesOwner)
    // The lock on the organization keeps others from changing them before the update.
    if (input.expectedRole && distinct(input.expectedRole) !== distinct(current))
      throw new ApiError('MEMBER_ROLES_HAVE_CHANGED')
    if (wasOwner && !isOwner(wanted) && (await countOtherOwners(tx, organizationId, target.id)) === 0) {
      throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER')
    }
    if (isOwner(wanted) && !wasOwner) await lockProvenSession(tx, active.session)
    await updateRole(tx, target.id, rolesText(wanted))
    const event = touchesOwner ? 'owner.changed' : 'member.role-changed'
    securityEvent(tx, event, { organizationId, targetUserId: target.userId, roles: rolesText(wanted) })
    await cancelInvitationsBeyondRoles(tx, target.id)
    if (target.userId !== active.user.id && target.role !== rolesText(wanted)) {
      await notifyMember(tx, target, rolesText(wanted))
    }
    return { ...target, role: rolesText(wanted) }
  })
}

const distinct = (roles: readonly string[]): string => [...new Set(roles)].toSorted().join()

/** Only owners move owners. Not part of better-auth 1.2. */
export function updateMemberTeam(
  ctx: Context,
  scope: Scope,
  { memberId, teamId }: { memberId: string; teamId: string | null },
): Promise<Member> {
  return changeAsMember(ctx, scope, 'MEMBER_NOT_FOUND', async (tx, caller) => {
    const target = await findMember(tx, memberId)
    if (!target) throw new ApiError('MEMBER_NOT_FOUND')
    requireUpdateAllowed(caller, target, isOwner(parseStoredRoles(target.role)))
    if (teamId !== null && !(await findTeam(tx, scope.organizationId, teamId))) throw new ApiError('TEAM_NOT_FOUND')
    await moveToTeam(tx, memberId, teamId)
    return { ...target, teamId }
  })
}

function requireUpdateAllowed(caller: Membership, target: Member, touchesOwner: boolean): void {
  const isForeign = target.organizationId !== caller.member.organizationId
  if (isForeign || (touchesOwner && !isOwner(caller.roles)) || !hasPermission(caller.roles, 'member:update')) {
    throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER')
  }
}
