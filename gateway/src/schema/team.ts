import type { GraphQLResolveInfo } from 'graphql'
import type { GatewayContext } from '../context.ts'
import { memberPage, teamParts } from '../look-ahead/parts.ts'
import { Selection } from '../look-ahead/selection.ts'
import { connectionOf, connectionResolvers } from '../relay/connection.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import { toMember, type Outcome } from '../sources.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { change, organization, organizationIdOf, payload, updatedAt } from './payload.ts'

const changedTeam = {
  ...payload,
  team: ({ teamId }: Outcome, _: unknown, ctx: GatewayContext, info: GraphQLResolveInfo) =>
    teamId === undefined ? null : ctx.reads.team(teamId, teamParts(new Selection(info))),
}

export const teamResolvers = {
  Team: {
    id: ({ id }) => globalId('T', id),
    databaseId: ({ id }) => id,
    updatedAt,
    organization,
    members: async ({ id }, args, ctx, info) => {
      const teamMembers = memberPage(new Selection(info), 'Team')
      return connectionOf((await ctx.reads.team(id, { teamMembers }))?.members, args, toMember)
    },
  },
  TeamConnection: connectionResolvers,

  Mutation: {
    createTeam: change(async (upstream, { name, ...input }) => {
      const team = await restAuth.createTeam(upstream, { name, organizationId: organizationIdOf(input) })
      return { teamId: team.id }
    }),
    updateTeam: change(async (upstream, { name, expectedName, ...input }) => {
      const teamId = localId('Team', input.teamId)
      const data = { name, organizationId: organizationIdOf(input) }
      await restAuth.updateTeam(upstream, { teamId, data, expectedName: expectedName ?? undefined })
      return { teamId }
    }),
    removeTeam: change(async (upstream, input) => {
      const teamId = localId('Team', input.teamId)
      await restAuth.removeTeam(upstream, { teamId, organizationId: organizationIdOf(input) })
      return { teamId }
    }),
  },
  CreateTeamPayload: changedTeam,
  UpdateTeamPayload: changedTeam,
  RemoveTeamPayload: { ...payload, removedTeamId: ({ teamId: id }) => (id === undefined ? null : globalId('T', id)) },
} satisfies Resolvers
