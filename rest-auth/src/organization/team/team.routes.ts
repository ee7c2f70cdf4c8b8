import { z } from 'zod'
import { openToKeys } from '../../active-key/read-key.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import type { Calls } from '../../http/calls.ts'
import { listQuery } from '../../list/order.ts'
import { sendJson, sendList } from '../../list/send-list.ts'
import { openToImpersonation } from '../../session/session-guard.ts'
import { teamSchema } from '../entities.ts'
import { requireActor } from '../actor.ts'
import { defaultOf, errorsOf, requireScope } from '../membership.ts'
import { maxListed } from '../active-organization.ts'
import { hasKey } from '../organization-json.sql.ts'
import { findListOf } from '../organization-list.sql.ts'
import { teamPolicy } from '../policies.ts'
import { refuseClosed } from '../reach.sql.ts'
import { teamsOfOrganization } from './team.sql.ts'
import { createTeam, removeTeam, updateTeam } from './team.ts'

const name = z.string().max(200).regex(/\S/)
const organizationId = z.string().optional()

export function teamRoutes({ get, post }: Calls, ctx: Context): void {
  post('/organization/create-team', 'createTeam', 'Create a team', {
    errors: [...errorsOf(teamPolicy.create), 'NO_ACTIVE_ORGANIZATION', 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS'],
    journal: ['team.created'],
    config: { ...openToImpersonation, ...openToKeys },
    body: z.object({ name, organizationId }),
    returns: teamSchema,
    handler: async (request) => createTeam(ctx, await requireScope(ctx, request, request.body), request.body.name),
  })

  post('/organization/update-team', 'updateTeam', 'Rename a team', {
    errors: [...errorsOf(teamPolicy.update), 'NO_ACTIVE_ORGANIZATION', 'TEAM_HAS_CHANGED', 'TEAM_NOT_FOUND'],
    journal: ['team.changed'],
    config: { ...openToImpersonation, ...openToKeys },
    body: z.object({
      teamId: z.string(),
      data: z.object({ name: name.optional(), organizationId }),
      expectedName: z.string().optional(),
    }),
    returns: teamSchema,
    async handler(request) {
      const { teamId, data, expectedName } = request.body
      const scope = await requireScope(ctx, request, data)
      return updateTeam(ctx, scope, { teamId, name: data.name, expectedName })
    },
  })

  post('/organization/remove-team', 'removeTeam', 'Remove a team; its members stay in the organization', {
    errors: [...errorsOf(teamPolicy.remove), 'NO_ACTIVE_ORGANIZATION', 'TEAM_NOT_FOUND', 'UNABLE_TO_REMOVE_LAST_TEAM'],
    journal: ['team.deleted'],
    config: { ...openToImpersonation, ...openToKeys },
    body: z.object({ teamId: z.string(), organizationId }),
    returns: z.object({ message: z.string() }),
    async handler(request) {
      const scope = await requireScope(ctx, request, request.body)
      await removeTeam(ctx, scope, request.body.teamId)
      return { message: 'Team removed successfully.' }
    },
  })

  get('/team-rules', 'teamRules', 'Return whether the last team of an organization can be removed', {
    errors: [],
    returns: z.object({ removeLastAllowed: z.boolean() }),
    handler: async () => ({ removeLastAllowed: ctx.config.TEAMS_REMOVE_LAST_ALLOWED }),
  })

  get('/organization/list-teams', 'listTeams', 'List the teams of an organization', {
    errors: ['SECOND_FACTOR_REQUIRED', 'UNAUTHORIZED', 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
    config: { ...openToImpersonation, ...openToKeys },
    querystring: z.object({ organizationId, ...listQuery(teamsOfOrganization.order) }),
    returns: z.array(teamSchema).nullable(),
    async handler(request, reply) {
      const actor = await requireActor(ctx, request)
      const { organizationId: named, limit = maxListed(ctx.config), cursor } = request.query
      const id = named ?? defaultOf(actor)
      const teams = id === null ? null : await findListOf(ctx, { id }, actor, teamsOfOrganization, { limit, cursor })
      if (teams === null && id !== null) await refuseClosed(ctx, actor, hasKey({ id }))
      if (teams === null && named !== undefined) throw new ApiError('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
      return teams === null ? sendJson(reply, null) : sendList(reply, teams)
    },
  })
}
