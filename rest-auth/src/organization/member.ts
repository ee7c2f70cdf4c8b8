import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { emailUser } from '../mail/outbox.ts'
import { leaveActiveOrganization } from '../session/session.sql.ts'
import { findUserById } from '../user/user.sql.ts'
import type { Member, MemberWithUser } from './entities.ts'
import { countOtherOwners, deleteMember, findMember, findMemberByEmail } from './member.sql.ts'
import { changeAsMember, type Scope } from './membership.ts'
import { findOrganization } from './organization.sql.ts'
import { hasPermission } from './permissions.ts'
import { isOwner, parseStoredRoles } from './roles.ts'
import { securityEvent } from '../security-event.ts'

/** Only an owner removes owners, and the last owner stays. */
export function removeMember(ctx: Context, scope: Scope, memberIdOrEmail: string): Promise<MemberWithUser> {
  const { active, organizationId } = scope
  return changeAsMember(ctx, scope, 'MEMBER_NOT_FOUND', async (tx, caller) => {
    const target = memberIdOrEmail.includes('@')
      ? await findMemberByEmail(tx, organizationId, memberIdOrEmail.toLowerCase())
      : await findMember(tx, memberIdOrEmail)
    if (target?.organizationId !== organizationId) throw new ApiError('MEMBER_NOT_FOUND')
    if (isOwner(parseStoredRoles(target.role)) && !isOwner(caller.roles)) {
      throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
    }
    await requireAnotherOwner(tx, target)
    if (!hasPermission(caller.roles, 'member:delete')) throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER')
    await endMembership(tx, target)
    securityEvent(tx, 'member.removed', { organizationId, targetUserId: target.userId })
    if (target.userId !== active.user.id) await notifyMember(tx, target, null)
    return target
  })
}

/** `role` is null if the membership was ended. */
export async function notifyMember(
  tx: Context,
  { userId, organizationId }: Member,
  role: string | null,
): Promise<void> {
  const [user, organization] = [await findUserById(tx, userId), await findOrganization(tx, organizationId)]
  if (!user || !organization) return
  const { name: organizationName } = organization
  if (role === null) await emailUser(tx, user, 'membershipEnded', { organizationName })
  else await emailUser(tx, user, 'roleChanged', { organizationName, role })
}

export function leaveOrganization(ctx: Context, scope: Scope): Promise<MemberWithUser> {
  return changeAsMember(ctx, scope, 'MEMBER_NOT_FOUND', async (tx, { member }) => {
    await requireAnotherOwner(tx, member)
    await endMembership(tx, member)
    securityEvent(tx, 'member.left', { organizationId: scope.organizationId })
    return member
  })
}

async function requireAnotherOwner(tx: Context, member: Member): Promise<void> {
  if (!isOwner(parseStoredRoles(member.role))) return
  if ((await countOtherOwners(tx, member.organizationId, member.id)) === 0) {
    throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  }
}

async function endMembership(tx: Context, member: Member): Promise<void> {
  await deleteMember(tx, member.id)
  await leaveActiveOrganization(tx, member.userId, member.organizationId)
}
