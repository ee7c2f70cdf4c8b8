import type { Context } from '../../context.ts'
import { randomId } from '../../crypto/random.ts'
import { ApiError } from '../../errors.ts'
import { requireName } from '../../naming.ts'
import type { Team } from '../entities.ts'
import { changeAsMember, requireMembership, requirePermission, type Scope } from '../membership.ts'
import { countTeams, deleteTeam, findTeam, hasOtherTeam, insertTeam, renameTeam } from './team.sql.ts'

export function createTeam(ctx: Context, scope: Scope, name: string): Promise<Team> {
  const { organizationId } = scope
  const refusal = 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION'
  return changeAsMember(ctx, scope, refusal, async (tx, caller) => {
    requirePermission(caller, 'team:create', 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION')
    requireName(name)
    const limit = ctx.config.ORGANIZATION_TEAM_LIMIT
    if ((await countTeams(tx, organizationId)) >= limit)
      throw new ApiError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS', { details: { limit } })
    const team = { id: randomId(), name, organizationId, memberCount: 0, createdAt: ctx.now(), updatedAt: ctx.now() }
    await insertTeam(tx, team)
    return team
  })
}

export async function updateTeam(
  ctx: Context,
  scope: Scope,
  input: { teamId: string; name: string | undefined; expectedName: string | undefined },
): Promise<Team> {
  const { organizationId } = scope
  const refusal = 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM'
  const caller = await requireMembership(ctx, scope, refusal)
  requirePermission(caller, 'team:update', refusal)
  const team = await findTeam(ctx, organizationId, input.teamId)
  if (!team) throw new ApiError('TEAM_NOT_FOUND')
  if (input.name === undefined) return team
  requireName(input.name, team.name)
  const renamed = await renameTeam(ctx, team, input.name, input.expectedName ?? null)
  if (!renamed) {
    const isThere = await findTeam(ctx, organizationId, input.teamId)
    throw new ApiError(isThere ? 'TEAM_HAS_CHANGED' : 'TEAM_NOT_FOUND')
  }
  return renamed
}

/** Not the caller's own team, nor the last one. Members and invitations stay. */
export function removeTeam(ctx: Context, scope: Scope, teamId: string): Promise<void> {
  const { organizationId } = scope
  const refusal = 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM'
  return changeAsMember(ctx, scope, refusal, async (tx, caller) => {
    if (caller.member.teamId === teamId) throw new ApiError(refusal)
    requirePermission(caller, 'team:delete', 'YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION')
    if (!(await findTeam(tx, organizationId, teamId))) throw new ApiError('TEAM_NOT_FOUND')
    if (!ctx.config.TEAMS_REMOVE_LAST_ALLOWED && !(await hasOtherTeam(tx, organizationId, teamId))) {
      throw new ApiError('UNABLE_TO_REMOVE_LAST_TEAM')
    }
    await deleteTeam(tx, teamId)
  })
}
