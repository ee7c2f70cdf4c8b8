import { z } from 'zod'
import { later, transaction, type Context } from '../../context.ts'
import { randomId } from '../../crypto/random.ts'
import { ApiError } from '../../errors.ts'
import { emailUser } from '../../mail/outbox.ts'
import { record } from '../../journal/journal.ts'
import { leaveActiveOrganization, type ReadSession } from '../../session/session.sql.ts'
import { findUserById, isOwnershipProved } from '../../user/user.sql.ts'
import { insertVerification, findVerification } from '../../verification/verification.sql.ts'
import { isKey, lockProven, userIdOf, type Actor } from '../actor.ts'
import { memberSchema, type Member, type MemberWithUser } from '../entities.ts'
import { aboutInvitation } from '../invitation/invitation-token.ts'
import { cancelInvitationsBeyondRoles, findInvitationsBy } from '../invitation/invitation.sql.ts'
import { memberPolicy } from '../policies.ts'
import {
  countMembers,
  countOtherOwners,
  deleteMember,
  findMember,
  findMemberByEmail,
  findMemberOfUser,
  findOrganizationsOf,
  insertMember,
  lockOrganization,
  moveToTeam,
  updateRole,
} from './member.sql.ts'
import { changeAsMember, type Scope } from '../membership.ts'
import { findOrganization } from '../organization.sql.ts'
import { notifyOwnersOfLoss } from './owner-notice.ts'
import { requireWithin } from '../role/rights.ts'
import { requireRoles } from '../role/role.sql.ts'
import { isOwner, isRole, roleNames, rolesText } from 'contract/roles.ts'
import { findTeam, findTeams } from '../team/team.sql.ts'
import { insertTeamMember } from '../team/team-member.sql.ts'

/** The last owner stays. */
export function removeMember(ctx: Context, scope: Scope, memberIdOrEmail: string): Promise<MemberWithUser> {
  const { actor, organizationId } = scope
  return changeAsMember(ctx, scope, memberPolicy.remove, async (tx, authorize) => {
    const target = memberIdOrEmail.includes('@')
      ? await findMemberByEmail(tx, organizationId, memberIdOrEmail.toLowerCase())
      : await findMember(tx, memberIdOrEmail)
    if (!target) throw new ApiError('MEMBER_NOT_FOUND')
    authorize({ target })
    await requireAnotherOwner(tx, target)
    await beforeLosing(tx, target, actor)
    await endMembership(tx, target)
    record(tx, 'member.removed', { organizationId, userId: target.userId })
    if (target.userId !== userIdOf(actor)) await notifyMember(tx, target, null)
    return target
  })
}

/** `role` is null if the membership was ended. */
async function notifyMember(tx: Context, { userId, organizationId }: Member, role: string | null): Promise<void> {
  const [user, organization] = [await findUserById(tx, userId), await findOrganization(tx, organizationId)]
  if (!user || !organization) return
  const { name: organizationName } = organization
  if (role === null) await emailUser(tx, user, 'membershipEnded', { organizationName })
  else await emailUser(tx, user, 'roleChanged', { organizationName, role })
}

/** A repeat within a day returns the same, because the first response may have been lost. */
export function leaveOrganization(
  ctx: Context,
  { actor, organizationId }: Scope<ReadSession>,
): Promise<MemberWithUser> {
  const { user } = actor
  const identifier = `left-organization:${organizationId}:${user.id}`
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    const member = await findMemberOfUser(tx, organizationId, user.id)
    if (!member) {
      const left = await findVerification(tx, identifier)
      if (!left) throw new ApiError('MEMBER_NOT_FOUND')
      return {
        ...leftMember.parse(JSON.parse(left.value)),
        user: { ...user, proved: await isOwnershipProved(tx, user.id) },
      }
    }
    await requireAnotherOwner(tx, member)
    await beforeLosing(tx, member, actor)
    await endMembership(tx, member)
    const value = JSON.stringify(leftMember.parse(member))
    await insertVerification(tx, { identifier, value, expiresAt: later(tx, 86_400) })
    record(tx, 'member.left', { organizationId })
    return member
  })
}

const leftMember = memberSchema.extend({ createdAt: z.coerce.date() })

async function requireAnotherOwner(tx: Context, member: Member): Promise<void> {
  if (!isOwner(roleNames(member.role))) return
  if ((await countOtherOwners(tx, member.organizationId, member.id)) === 0) {
    throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  }
}

/**
 * An organization loses an owner only after a recent sign-in, and its owners are notified: the lost
 * one also of their own action, because somebody else may have used their session.
 */
async function beforeLosing(tx: Context, member: MemberWithUser, actor: Actor): Promise<void> {
  if (!isOwner(roleNames(member.role))) return
  // The policies keep keys from it.
  if (isKey(actor)) throw new ApiError('CALL_IS_CLOSED_TO_KEYS')
  await lockProven(tx, actor)
  const { organizationId, user: owner } = member
  await notifyOwnersOfLoss(tx, { organizationId, owner, by: actor.user, isOwnerTold: owner.id === actor.user.id })
}

async function endMembership(tx: Context, member: Member): Promise<void> {
  await deleteMember(tx, member.id)
  await leaveActiveOrganization(tx, member.userId, member.organizationId)
}

/**
 * Granting and taking `owner` require a recent sign-in. The last owner stays. If `expectedRole` is
 * given, it must name the current roles. With `builtInOnly` this and the change are about the
 * built-in ones, and the others stay.
 */
export function updateMemberRole(
  ctx: Context,
  scope: Scope,
  input: {
    memberId: string
    role: string | readonly string[]
    builtInOnly?: boolean | undefined
    expectedRole?: readonly string[]
  },
): Promise<Member> {
  const { actor, organizationId } = scope
  const given = requireNames(input.role)
  const isOfBuiltIn = input.builtInOnly ?? false
  if (isOfBuiltIn && !given.every(isRole)) throw new ApiError('ROLE_NOT_FOUND')
  return changeAsMember(ctx, scope, memberPolicy.update, async (tx, authorize, caller) => {
    const target = await findMember(tx, input.memberId)
    if (!target) throw new ApiError('MEMBER_NOT_FOUND')
    const current = roleNames(target.role)
    const wanted = isOfBuiltIn ? [...given, ...current.filter((name) => !isRole(name))] : given
    authorize({ target, roles: wanted })
    const added = wanted.filter((name) => !current.includes(name))
    requireWithin(caller, await requireRoles(tx, organizationId, added), 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER')
    const wasOwner = isOwner(current)
    // The lock on the organization keeps others from changing them before the update.
    const seen = isOfBuiltIn ? current.filter(isRole) : current
    if (input.expectedRole && distinct(input.expectedRole) !== distinct(seen))
      throw new ApiError('MEMBER_ROLES_HAVE_CHANGED')
    if (wasOwner && !isOwner(wanted) && (await countOtherOwners(tx, organizationId, target.id)) === 0) {
      throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER')
    }
    if (isOwner(wanted) && !wasOwner) await lockProven(tx, actor)
    if (!isOwner(wanted)) await beforeLosing(tx, target, actor)
    await updateRole(tx, target.id, rolesText(wanted))
    const event = wasOwner || isOwner(wanted) ? 'owner.changed' : 'member.role-changed'
    const roles = { roles: rolesText(wanted), previousRoles: rolesText(current) }
    record(tx, event, { organizationId, userId: target.userId, ...roles })
    await endInvitationsBeyondRoles(tx, target)
    if (target.userId !== userIdOf(actor) && target.role !== rolesText(wanted)) {
      await notifyMember(tx, target, rolesText(wanted))
    }
    return { ...target, role: rolesText(wanted) }
  })
}

async function endInvitationsBeyondRoles(tx: Context, { id }: Member): Promise<void> {
  for (const ended of await cancelInvitationsBeyondRoles(tx, id))
    record(tx, 'invitation.canceled', aboutInvitation(ended))
}

/** Records what ends with the account. Needs `lockMemberships`. */
export async function recordDepartures(tx: Context, userId: string): Promise<void> {
  for (const ended of await findInvitationsBy(tx, userId))
    record(tx, 'invitation.canceled', { ...aboutInvitation(ended), userId })
  for (const organizationId of await findOrganizationsOf(tx, userId))
    record(tx, 'member.left', { organizationId, userId })
}

const distinct = (roles: readonly string[]): string => [...new Set(roles)].toSorted().join()

/** Not part of better-auth. Of several teams it replaces the first, or with null all. */
export function updateMemberTeam(
  ctx: Context,
  scope: Scope,
  { memberId, teamId }: { memberId: string; teamId: string | null },
): Promise<Member> {
  return changeAsMember(ctx, scope, memberPolicy.update, async (tx, authorize) => {
    const target = await findMember(tx, memberId)
    if (!target) throw new ApiError('MEMBER_NOT_FOUND')
    authorize({ target })
    if (teamId !== null && !(await findTeam(tx, scope.organizationId, teamId))) throw new ApiError('TEAM_NOT_FOUND')
    await moveToTeam(tx, memberId, teamId)
    const { organizationId, userId, teamId: previousTeamId } = target
    if (teamId !== previousTeamId) record(tx, 'member.team-changed', { organizationId, userId, teamId, previousTeamId })
    return { ...target, teamId }
  })
}

/** Requires `lockOrganization`. Returns null if the user is a member already. */
export async function joinOrganization(
  tx: Context,
  input: { organizationId: string; userId: string; role: string; teamIds: readonly string[] },
): Promise<Member | null> {
  const { organizationId, userId, role } = input
  if (await findMemberOfUser(tx, organizationId, userId)) return null
  const limit = tx.config.ORGANIZATION_MEMBERSHIP_LIMIT
  if ((await countMembers(tx, organizationId)) >= limit) {
    throw new ApiError('ORGANIZATION_MEMBERSHIP_LIMIT_REACHED', { details: { limit } })
  }
  // Those deleted meanwhile are ignored, and those of another organization.
  const teams = await findTeams(tx, organizationId, input.teamIds)
  const [teamId = null, ...others] = teams.map(({ id }) => id)
  const row = { id: randomId(), organizationId, userId, role, teamId, createdAt: tx.now() }
  const member = await insertMember(tx, row)
  if (member) for (const id of others) await insertTeamMember(tx, member, id)
  // The user may have sent invitations in an earlier membership with higher roles.
  if (member) {
    await endInvitationsBeyondRoles(tx, member)
    record(tx, 'member.joined', { userId, organizationId, roles: member.role })
  }
  return member
}

export function requireNames(input: string | readonly string[]): string[] {
  const names = roleNames(input)
  if (names.length === 0) throw new ApiError('ROLE_NOT_FOUND')
  return names
}

/** For operators, without an invitation. */
export function addMember(
  ctx: Context,
  input: { organizationId: string; userId: string; role: string },
): Promise<Member> {
  const wanted = requireNames(input.role)
  return transaction(ctx, async (tx) => {
    if (!(await lockOrganization(tx, input.organizationId))) throw new ApiError('ORGANIZATION_NOT_FOUND')
    await requireRoles(tx, input.organizationId, wanted)
    const member = await joinOrganization(tx, { ...input, role: rolesText(wanted), teamIds: [] })
    if (!member) throw new ApiError('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION')
    return member
  })
}
