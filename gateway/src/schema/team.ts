import type { AddTeamMemberInput, RemoveTeamMemberInput } from 'contract/generated/graphql.ts'
import type { GraphQLResolveInfo } from 'graphql'
import type { GatewayContext } from '../context.ts'
import { memberPage, teamParts } from '../look-ahead/parts.ts'
import { Selection } from '../look-ahead/selection.ts'
import { connectionOf, connectionResolvers } from '../relay/connection.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import { toMember, type Outcome } from '../sources.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { change, changedMember, organization, organizationIdOf } from './payload.ts'

const changedTeam = {
  team: ({ teamId }: Outcome, _: unknown, ctx: GatewayContext, info: GraphQLResolveInfo) =>
    teamId === undefined ? null : ctx.reads.team(teamId, teamParts(new Selection(info))),
}

const teamMemberOf = (input: AddTeamMemberInput | RemoveTeamMemberInput) => ({
  organizationId: organizationIdOf(input),
  teamId: localId('Team', input.teamId),
  userId: localId('User', input.userId),
})

export const teamResolvers = {
  Team: {
    id: ({ id }) => globalId('T', id),
    databaseId: ({ id }) => id,
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
    addTeamMember: change(async (upstream, input) => {
      const wanted = teamMemberOf(input)
      const { memberId } = await restAuth.addTeamMember(upstream, wanted)
      return { teamId: wanted.teamId, memberId }
    }),
    removeTeamMember: change(async (upstream, input) => {
      const wanted = teamMemberOf(input)
      const { memberId } = await restAuth.removeTeamMember(upstream, wanted)
      return { teamId: wanted.teamId, memberId }
    }),
    removeTeam: change(async (upstream, input) => {
      const teamId = localId('Team', input.teamId)
      await restAuth.removeTeam(upstream, { teamId, organizationId: organizationIdOf(input) })
      return { teamId }
    }),
  },
  CreateTeamPayload: changedTeam,
  UpdateTeamPayload: changedTeam,
  AddTeamMemberPayload: { ...changedTeam, ...changedMember },
  RemoveTeamMemberPayload: { ...changedTeam, ...changedMember },
  RemoveTeamPayload: { removedTeamId: ({ teamId: id }) => (id === undefined ? null : globalId('T', id)) },
} satisfies Resolvers
