import { connectionResolvers, sizeOf } from '../relay/connection.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import { allRoles, roleNames } from '../sources.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { change, changedMember, organization, organizationIdOf } from './payload.ts'

export const memberResolvers = {
  Member: {
    organization,
    assignedRoles: ({ role }) => allRoles(role),
    hasSecondFactor: ({ databaseId, hasSecondFactor }, _, ctx) =>
      hasSecondFactor === undefined ? ctx.reads.hasSecondFactor(databaseId) : hasSecondFactor,
    teams: async ({ databaseId, team }, { first }, ctx) => {
      const size = sizeOf(first)
      return ((await ctx.reads.teamsOf(databaseId)) ?? (team ? [team] : [])).slice(0, size)
    },
  },
  MemberConnection: connectionResolvers,

  Mutation: {
    updateMemberRoles: change(async (upstream, input) => {
      const wanted = {
        organizationId: organizationIdOf(input),
        memberId: localId('Member', input.memberId),
        role: roleNames(input.roles),
      }
      const { id } = input.expected
        ? await restAuth.replaceMemberRole(upstream, {
            ...wanted,
            expectedRole: roleNames(input.expected),
            builtInOnly: true,
          })
        : await restAuth.updateMemberRole(upstream, { ...wanted, builtInOnly: true })
      return { memberId: id }
    }),
    updateAssignedRoles: change(async (upstream, { memberId, assignedRoles: role, expected, ...input }) => {
      const wanted = { organizationId: organizationIdOf(input), memberId: localId('Member', memberId), role }
      const { id } = expected
        ? await restAuth.replaceMemberRole(upstream, { ...wanted, expectedRole: expected, builtInOnly: false })
        : await restAuth.updateMemberRole(upstream, wanted)
      return { memberId: id }
    }),
    updateMemberTeam: change(async (upstream, input) => {
      const { id } = await restAuth.updateMemberTeam(upstream, {
        organizationId: organizationIdOf(input),
        memberId: localId('Member', input.memberId),
        teamId: input.teamId == null ? null : localId('Team', input.teamId),
      })
      return { memberId: id }
    }),
    removeMember: change(async (upstream, input) => {
      const { member } = await restAuth.removeMember(upstream, {
        organizationId: organizationIdOf(input),
        memberIdOrEmail: input.member.email ?? localId('Member', input.member.id ?? ''),
      })
      return { memberId: member.id, organizationId: member.organizationId }
    }),
  },
  UpdateMemberRolesPayload: changedMember,
  UpdateAssignedRolesPayload: changedMember,
  UpdateMemberTeamPayload: changedMember,
  RemoveMemberPayload: {
    organization,
    removedMemberId: ({ memberId: id }) => (id === undefined ? null : globalId('M', id)),
  },
} satisfies Resolvers
