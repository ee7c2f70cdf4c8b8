import { sql } from 'database/sql.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { record } from '../../journal/journal.ts'
import type { ListRequest } from '../../list/list.sql.ts'
import { leaveActiveTeam, setActiveTeam as saveActiveTeam } from '../../session/session.sql.ts'
import type { ReadSession } from '../../session/session.sql.ts'
import { isKey, type Actor } from '../actor.ts'
import type { Member, Team } from '../entities.ts'
import { findMemberOfUser } from '../member/member.sql.ts'
import { changeAsMember, organizationOf, requireMembership, requireOwnMember, type Scope } from '../membership.ts'
import { teamMemberPolicy } from '../policies.ts'
import { refuseClosed, viewerOf } from '../reach.sql.ts'
import {
  deleteTeamMember,
  findTeamMember,
  insertTeamMember,
  listMembersOfTeam,
  listTeamsOf,
} from './team-member.sql.ts'
import { findTeam } from './team.sql.ts'

interface Change {
  readonly teamId: string
  readonly userId: string
}

/** Changes nothing for a member who is in the team already. */
export function addTeamMember(ctx: Context, scope: Scope, { teamId, userId }: Change) {
  const { organizationId } = scope
  return changeAsMember(ctx, scope, teamMemberPolicy.add, async (tx, authorize) => {
    const member = await requireTarget(tx, organizationId, { teamId, userId }, authorize)
    const before = await findTeamMember(tx, member, teamId)
    if (before) return { ...before, memberId: member.id }
    const added = await insertTeamMember(tx, member, teamId)
    record(tx, 'member.team-changed', { organizationId, userId, teamId, previousTeamId: null })
    return { ...added, memberId: member.id }
  })
}

/** Returns the id of the member. */
export function removeTeamMember(ctx: Context, scope: Scope, { teamId, userId }: Change): Promise<string> {
  const { organizationId } = scope
  return changeAsMember(ctx, scope, teamMemberPolicy.remove, async (tx, authorize) => {
    const member = await requireTarget(tx, organizationId, { teamId, userId }, authorize)
    if (!(await deleteTeamMember(tx, member, teamId))) throw new ApiError('USER_IS_NOT_A_MEMBER_OF_THE_TEAM')
    record(tx, 'member.team-changed', { organizationId, userId, teamId: null, previousTeamId: teamId })
    return member.id
  })
}

async function requireTarget(
  tx: Context,
  organizationId: string,
  { teamId, userId }: Change,
  authorize: (subject: { target: Member | null }) => void,
): Promise<Member> {
  const target = await findMemberOfUser(tx, organizationId, userId)
  authorize({ target })
  if (!target) throw new ApiError('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  if (!(await findTeam(tx, organizationId, teamId))) throw new ApiError('TEAM_NOT_FOUND')
  return target
}

/** Any member of the organization may, also owners who are not in the team. */
export async function listTeamMembers(
  ctx: Context,
  actor: Actor,
  named: string | undefined,
  page: ListRequest,
): Promise<string> {
  const teamId = named ?? (isKey(actor) ? null : actor.session.activeTeamId)
  if (teamId === null) throw new ApiError('YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM')
  const members = await listMembersOfTeam(ctx, viewerOf(ctx, actor), teamId, page)
  if (members === null)
    await refuseClosed(ctx, actor, sql`o."id" = (select "organizationId" from "team" where "id" = ${teamId})`)
  if (members === null) throw new ApiError('TEAM_NOT_FOUND')
  return members
}

/** The caller's teams in all organizations or in one; those of another member only in one. */
export async function listUserTeams(
  ctx: Context,
  active: ReadSession,
  named: { userId?: string | undefined; organizationId?: string | undefined },
  page: ListRequest,
): Promise<string> {
  const { userId = active.user.id } = named
  if (userId === active.user.id) {
    const { organizationId = null } = named
    if (organizationId !== null)
      await requireOwnMember(ctx, { actor: active, organizationId }, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
    return listTeamsOf(ctx, viewerOf(ctx, active), userId, organizationId, page)
  }
  const organizationId = organizationOf(active, named)
  const { authorize } = await requireMembership(ctx, { actor: active, organizationId }, teamMemberPolicy.list)
  authorize()
  if (!(await findMemberOfUser(ctx, organizationId, userId)))
    throw new ApiError('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  return listTeamsOf(ctx, viewerOf(ctx, active), userId, organizationId, page)
}

/** A team of the active organization that the caller is in, or none. */
export async function setActiveTeam(ctx: Context, active: ReadSession, teamId: string | null): Promise<Team | null> {
  const { session } = active
  if (teamId === null) {
    await leaveActiveTeam(ctx, session)
    return null
  }
  const organizationId = organizationOf(active)
  await requireOwnMember(ctx, { actor: active, organizationId }, 'TEAM_NOT_FOUND')
  const team = await findTeam(ctx, organizationId, teamId)
  if (!team) throw new ApiError('TEAM_NOT_FOUND')
  if (!(await saveActiveTeam(ctx, session, teamId))) throw new ApiError('YOU_ARE_NOT_IN_THE_TEAM')
  return team
}
