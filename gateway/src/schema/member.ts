import type { BatchAnswer } from '../rest-auth-client.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { connectionResolvers, type Connection } from '../relay/connection.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth } from '../rest-auth-client.ts'
import { organizationIdOf } from './organization.ts'
import { organizationParts } from './parts.ts'
import { attempt, changedMember, changedOrganization } from './payload.ts'
import { parseRoles, roleNames } from './role.ts'

/** A member with those fields that the document selects. */
export type MemberSource = BatchAnswer['members'][number]
export type MemberConnectionSource = Connection<MemberSource>

export const memberResolvers: Resolvers = {
  Member: {
    id: ({ id }) => globalId('M', id),
    roles: ({ role }) => parseRoles(role ?? ''),
    createdAt: ({ createdAt }) => createdAt ?? '',
    team: ({ team }) => team ?? null,
    organization: ({ organizationId: id }, _, ctx, info) =>
      id === undefined ? null : ctx.reads.organization({ id }, organizationParts(info, info.fieldNodes)),
  },
  MemberConnection: connectionResolvers,

  Mutation: {
    updateMemberRoles: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const { id } = await restAuth.updateMemberRole(ctx.upstream, {
          organizationId: organizationIdOf(input),
          memberId: localId('Member', input.memberId),
          role: roleNames(input.roles),
        })
        return { memberId: id }
      }),
    removeMember: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const { member } = await restAuth.removeMember(ctx.upstream, {
          organizationId: organizationIdOf(input),
          memberIdOrEmail: input.member.email ?? localId('Member', input.member.id ?? ''),
        })
        return { memberId: member.id, organizationId: member.organizationId }
      }),
  },
  UpdateMemberRolesPayload: changedMember,
  RemoveMemberPayload: {
    ...changedOrganization,
    removedMemberId: ({ memberId: id }) => (id === undefined ? null : globalId('M', id)),
  },
}
