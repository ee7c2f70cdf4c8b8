import type { Context } from '../../context.ts'
import { randomId } from '../../crypto/random.ts'
import { ApiError } from '../../errors.ts'
import { record } from '../../journal/journal.ts'
import { requireName } from '../../naming.ts'
import type { Team } from '../entities.ts'
import { changeAsMember, type Scope } from '../membership.ts'
import { teamPolicy } from '../policies.ts'
import { countTeams, deleteTeam, findTeam, hasOtherTeam, insertTeam, renameTeam } from './team.sql.ts'

export function createTeam(ctx: Context, scope: Scope, name: string): Promise<Team> {
  const { organizationId } = scope
  return changeAsMember(ctx, scope, teamPolicy.create, async (tx, authorize) => {
    authorize()
    requireName(name)
    const limit = ctx.config.ORGANIZATION_TEAM_LIMIT
    if ((await countTeams(tx, organizationId)) >= limit)
      throw new ApiError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS', { details: { limit } })
    const team = { id: randomId(), name, organizationId, memberCount: 0, createdAt: ctx.now(), updatedAt: ctx.now() }
    await insertTeam(tx, team)
    record(tx, 'team.created', { organizationId, teamId: team.id })
    return team
  })
}

export function updateTeam(
  ctx: Context,
  scope: Scope,
  input: { teamId: string; name: string | undefined; expectedName: string | undefined },
): Promise<Team> {
  const { organizationId } = scope
  return changeAsMember(ctx, scope, teamPolicy.update, async (tx, authorize) => {
    authorize()
    const team = await findTeam(tx, organizationId, input.teamId)
    if (!team) throw new ApiError('TEAM_NOT_FOUND')
    if (input.name === undefined) return team
    const { name, expectedName = null } = input
    requireName(name, team.name)
    const changed = await renameTeam(tx, team, name, expectedName)
    if (!changed) throw new ApiError('TEAM_HAS_CHANGED')
    if (name !== team.name) record(tx, 'team.changed', { organizationId, teamId: team.id })
    return changed
  })
}

/** Not the caller's own team, nor the last one. Members and invitations stay. */
export function removeTeam(ctx: Context, scope: Scope, teamId: string): Promise<void> {
  const { organizationId } = scope
  return changeAsMember(ctx, scope, teamPolicy.remove, async (tx, authorize) => {
    authorize(teamId)
    const team = await findTeam(tx, organizationId, teamId)
    if (!team) throw new ApiError('TEAM_NOT_FOUND')
    if (!ctx.config.TEAMS_REMOVE_LAST_ALLOWED && !(await hasOtherTeam(tx, organizationId, teamId))) {
      throw new ApiError('UNABLE_TO_REMOVE_LAST_TEAM')
    }
    await deleteTeam(tx, team)
    record(tx, 'team.deleted', { organizationId, teamId })
  })
}
