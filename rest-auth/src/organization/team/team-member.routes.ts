import { z } from 'zod'
import { openToKeys } from '../../active-key/read-key.ts'
import type { Context } from '../../context.ts'
import type { Calls } from '../../http/calls.ts'
import { listQuery } from '../../list/order.ts'
import { requireActor } from '../actor.ts'
import { sendList } from '../../list/send-list.ts'
import { setSessionCookie } from '../../session/session-cookies.ts'
import { openToImpersonation, requireSession } from '../../session/session-guard.ts'
import { maxListed, withActiveOrganization } from '../active-organization.ts'
import { teamMemberSchema, teamSchema } from '../entities.ts'
import { errorsOf, requireScope } from '../membership.ts'
import { teamMemberPolicy } from '../policies.ts'
import { membersOfTeam, userTeamOrder } from './team-member.sql.ts'
import { addTeamMember, listTeamMembers, listUserTeams, removeTeamMember, setActiveTeam } from './team-member.ts'

const organizationId = z.string().optional()
const memberId = z.string().meta({ description: 'The id of the membership in the organization' })
const change = z.object({ teamId: z.string(), userId: z.coerce.string(), organizationId })

export function teamMemberRoutes({ get, post }: Calls, ctx: Context): void {
  post('/organization/add-team-member', 'addTeamMember', 'Add a member of the organization to a team', {
    errors: [...errorsOf(teamMemberPolicy.add), 'NO_ACTIVE_ORGANIZATION', 'TEAM_NOT_FOUND'],
    journal: ['member.team-changed'],
    config: { ...openToImpersonation, ...openToKeys },
    body: change,
    returns: teamMemberSchema.extend({ memberId }),
    handler: async (request) => addTeamMember(ctx, await requireScope(ctx, request, request.body), request.body),
  })

  post('/organization/remove-team-member', 'removeTeamMember', 'Remove a member from a team', {
    errors: [
      ...errorsOf(teamMemberPolicy.remove),
      'NO_ACTIVE_ORGANIZATION',
      'TEAM_NOT_FOUND',
      'USER_IS_NOT_A_MEMBER_OF_THE_TEAM',
    ],
    journal: ['member.team-changed'],
    config: { ...openToImpersonation, ...openToKeys },
    body: change,
    returns: z.object({ message: z.string(), memberId }),
    async handler(request) {
      const scope = await requireScope(ctx, request, request.body)
      const removed = await removeTeamMember(ctx, scope, request.body)
      return { message: 'Team member removed successfully.', memberId: removed }
    },
  })

  get('/organization/list-team-members', 'listTeamMembers', 'List who is in a team, by default the active one', {
    errors: ['SECOND_FACTOR_REQUIRED', 'TEAM_NOT_FOUND', 'UNAUTHORIZED', 'YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM'],
    config: { ...openToImpersonation, ...openToKeys },
    querystring: z.object({ teamId: z.string().optional(), ...listQuery(membersOfTeam.order) }),
    returns: z.array(teamMemberSchema),
    async handler(request, reply) {
      const actor = await requireActor(ctx, request)
      const { teamId, limit = maxListed(ctx.config), cursor } = request.query
      return sendList(reply, await listTeamMembers(ctx, actor, teamId, { limit, cursor }))
    },
  })

  get('/organization/list-user-teams', 'listUserTeams', "List the caller's teams, or those of another member", {
    errors: [...errorsOf(teamMemberPolicy.list), 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
    config: openToImpersonation,
    querystring: z.object({ organizationId, userId: z.string().optional(), ...listQuery(userTeamOrder) }),
    returns: z.array(teamSchema),
    async handler(request, reply) {
      const active = await requireSession(ctx, request)
      const { limit = maxListed(ctx.config), cursor } = request.query
      return sendList(reply, await listUserTeams(ctx, active, request.query, { limit, cursor }))
    },
  })

  post('/organization/set-active-team', 'setActiveTeam', 'Set or clear the active team of this session', {
    errors: [
      'NO_ACTIVE_ORGANIZATION',
      'SECOND_FACTOR_REQUIRED',
      'TEAM_NOT_FOUND',
      'UNAUTHORIZED',
      'YOU_ARE_NOT_IN_THE_TEAM',
    ],
    journal: 'It only changes the session',
    config: openToImpersonation,
    body: z.object({ teamId: z.string().nullish() }),
    returns: teamSchema.nullable(),
    async handler(request) {
      const active = await requireSession(ctx, request)
      const { activeOrganizationId, activeTeamId } = active.session
      const { teamId } = request.body
      const wanted = teamId === null ? null : teamId || activeTeamId
      if (wanted === null && activeTeamId === null) return null
      const team = await setActiveTeam(ctx, active, wanted)
      setSessionCookie(ctx, request, withActiveOrganization(active, activeOrganizationId, wanted))
      return team
    },
  })
}
