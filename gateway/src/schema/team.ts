import type { GraphQLResolveInfo } from 'graphql'
import type { GatewayContext } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { connectionOf, connectionResolvers, type Connection } from '../relay/connection.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth, type BatchAnswer } from '../rest-auth-client.ts'
import { toMember } from './member.ts'
import { memberPage, organizationParts, teamParts } from './parts.ts'
import { attempt, organizationIdOf, payload, type Outcome } from './payload.ts'

export type TeamSource = BatchAnswer['teams'][number]
export type TeamConnectionSource = Connection<TeamSource>

const changedTeam = {
  ...payload,
  team: ({ teamId }: Outcome, _: unknown, ctx: GatewayContext, info: GraphQLResolveInfo) =>
    teamId === undefined ? null : ctx.reads.team(teamId, teamParts(info, info.fieldNodes)),
}

export const teamResolvers: Resolvers = {
  Team: {
    id: ({ id }) => globalId('T', id),
    organization: ({ organizationId: id }, _, ctx, info) =>
      ctx.reads.organization({ id }, organizationParts(info, info.fieldNodes)),
    members: async ({ id }, args, ctx, info) => {
      const teamMembers = memberPage(info, 'Team', info.fieldNodes)
      return connectionOf((await ctx.reads.team(id, { teamMembers }))?.members, args, toMember)
    },
  },
  TeamConnection: connectionResolvers,

  Mutation: {
    createTeam: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const asked = { name: input.name, organizationId: organizationIdOf(input) }
        return { teamId: (await restAuth.createTeam(ctx.upstream, asked)).id }
      }),
    updateTeam: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const teamId = localId('Team', input.teamId)
        await restAuth.updateTeam(ctx.upstream, {
          teamId,
          data: { name: input.name, organizationId: organizationIdOf(input) },
        })
        return { teamId }
      }),
    removeTeam: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const teamId = localId('Team', input.teamId)
        await restAuth.removeTeam(ctx.upstream, { teamId, organizationId: organizationIdOf(input) })
        return { teamId }
      }),
  },
  CreateTeamPayload: changedTeam,
  UpdateTeamPayload: changedTeam,
  RemoveTeamPayload: { ...payload, removedTeamId: ({ teamId: id }) => (id === undefined ? null : globalId('T', id)) },
}
