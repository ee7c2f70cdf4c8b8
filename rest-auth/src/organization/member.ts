import { transaction, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import { mailUser } from '../mail/outbox.ts'
import { holdProof } from '../session/session-guard.ts'
import { leaveActiveOrganization } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { findUserById } from '../user/user.sql.ts'
import type { Member, MemberWithUser } from './entities.ts'
import {
  countMembers,
  countMemberships,
  countOtherOwners,
  deleteMember,
  deleteOrganizationsOfNobodyElse,
  findMember,
  findMemberByEmail,
  findMemberOfUser,
  insertMember,
  listMembersPage,
  lockOrganization,
  lockOrganizationsOfUser,
  lockUserForDeletion,
  moveToTeam,
  updateRole,
  type MemberList,
} from './member.sql.ts'
import { cancelInvitationsBeyondRoles } from './invitation.sql.ts'
import { findOrganization } from './organization.sql.ts'
import { hasPermission } from './permissions.ts'
import { isOwner, parseRoles, parseStoredRoles, rolesText, type Role } from './roles.ts'
import { findTeam } from './team.sql.ts'
import { securityEvent } from '../security-event.ts'

/** The organization that a call is about: the given one, otherwise the active one of the session. */
export function organizationOf(active: ActiveSession, given: string | undefined, otherwise: ErrorKey): string {
  const id = given ?? active.session.activeOrganizationId
  if (id === null) throw new ApiError(otherwise)
  return id
}

/** A caller's place in an organization, and what the roles allow. */
export interface Membership {
  readonly member: MemberWithUser
  readonly roles: readonly Role[]
}

/** The membership of a user; whether there is no organization or no membership, the same error. */
export async function requireMembership(
  ctx: Context,
  organizationId: string,
  userId: string,
  otherwise: ErrorKey,
): Promise<Membership> {
  const member = await findMemberOfUser(ctx, organizationId, userId)
  if (!member) throw new ApiError(otherwise)
  return { member, roles: parseStoredRoles(member.role) }
}

/** A page of the members, `{members,total}`, for `sendList`. */
export async function listMembers(
  ctx: Context,
  active: ActiveSession,
  organizationId: string,
  list: MemberList,
): Promise<string> {
  const page = await listMembersPage(ctx, organizationId, active.user.id, list)
  if (page === null) throw new ApiError('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
  return page
}

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

/** Removes a member, by member id or e-mail. Only an owner removes owners, and the last one stays. */
export function removeMember(
  ctx: Context,
  active: ActiveSession,
  organizationId: string,
  memberIdOrEmail: string,
): Promise<MemberWithUser> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    const caller = await requireMembership(tx, organizationId, active.user.id, 'MEMBER_NOT_FOUND')
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
    if (target.userId !== active.user.id) await tellMember(tx, target, null)
    return target
  })
}

/** Emails a member that somebody else changed their role, or with null ended the membership. */
async function tellMember(tx: Context, { userId, organizationId }: Member, role: string | null): Promise<void> {
  const [user, organization] = [await findUserById(tx, userId), await findOrganization(tx, organizationId)]
  if (!user || !organization) return
  const { name: organizationName } = organization
  if (role === null) await mailUser(tx, user, 'membershipEnded', { organizationName })
  else await mailUser(tx, user, 'roleChanged', { organizationName, role })
}

/** Ends the caller's own membership. The last owner stays. */
export function leaveOrganization(
  ctx: Context,
  active: ActiveSession,
  organizationId: string,
): Promise<MemberWithUser> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    const { member } = await requireMembership(tx, organizationId, active.user.id, 'MEMBER_NOT_FOUND')
    await requireAnotherOwner(tx, member)
    await endMembership(tx, member)
    securityEvent(tx, 'member.left', { organizationId })
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

/**
 * Makes a user a member, in a transaction that holds the organization's lock. Null when the user is one already; throws
 * 403 ORGANIZATION_MEMBERSHIP_LIMIT_REACHED. A team of another organization counts as none.
 */
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
  const team = input.teamId === null ? null : await findTeam(tx, organizationId, input.teamId)
  const member = await insertMember(tx, { ...input, teamId: team?.id ?? null, id: randomId(), createdAt: tx.now() })
  // The user may have sent some in an earlier membership, with higher roles.
  if (member) {
    await cancelInvitationsBeyondRoles(tx, member.id)
    securityEvent(tx, 'member.joined', { userId, organizationId, roles: member.role })
  }
  return member
}

/** Adds a user without an invitation: for operators, not reachable over HTTP. */
export function addMember(
  ctx: Context,
  input: { organizationId: string; userId: string; role: string },
): Promise<Member> {
  const wanted = parseRoles(input.role)
  if (!wanted) throw new ApiError('ROLE_NOT_FOUND')
  return transaction(ctx, async (tx) => {
    if (!(await lockOrganization(tx, input.organizationId))) throw new ApiError('ORGANIZATION_NOT_FOUND')
    const member = await joinOrganization(tx, { ...input, role: rolesText(wanted), teamId: null })
    if (!member) throw new ApiError('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION')
    return member
  })
}

/**
 * For the deletion of an account, in its transaction: throws while the user is the only owner of an organization, and
 * keeps it so until the transaction ends. Memberships and invitations then go with the user's row.
 */
export async function requireNoSoleOwnership(tx: Context, userId: string): Promise<void> {
  const { soleOwnerships } = await holdMemberships(tx, userId)
  if (soleOwnerships > 0) throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
}

/** Counts the memberships of a user, and keeps them so until the transaction ends. Throws SERVER_BUSY when one came just now. */
export async function holdMemberships(tx: Context, userId: string): Promise<{ soleOwnerships: number }> {
  const locked = await lockOrganizationsOfUser(tx, userId)
  await lockUserForDeletion(tx, userId)
  const counts = await countMemberships(tx, userId)
  // A membership that came between the two locks is in an organization that could lose its other owner meanwhile.
  if (counts.all !== locked) throw new ApiError('SERVER_BUSY', { retryAfter: 1 })
  return counts
}

/** Deletes the organizations that have no other member. False: others depend on the user as the only owner of theirs. */
export async function dropOwnOrganizations(tx: Context, userId: string): Promise<boolean> {
  await deleteOrganizationsOfNobodyElse(tx, userId)
  return (await countMemberships(tx, userId)).soleOwnerships === 0
}
