import type { BatchAnswer } from '../rest-auth-client.ts'
import type { Resolvers, Role } from '../generated/resolvers.ts'
import { connectionResolvers, type Connection } from '../relay/connection.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth } from '../rest-auth-client.ts'
import { organizationParts } from './parts.ts'
import { attempt, changedMember, changedOrganization, organizationIdOf } from './payload.ts'
import { parseRoles, roleNames } from './role.ts'
import type { TeamSource } from './team.ts'
import { toUser, type UserSource } from './user.ts'

type BatchMember = BatchAnswer['members'][number]

/** A member as the schema names the fields, those that the document selects; `organizationId` is rest-auth's. */
export interface MemberSource {
  readonly id: string
  readonly organizationId: string | undefined
  readonly roles: Role[]
  readonly createdAt: string | undefined
  readonly user: UserSource
  readonly team: TeamSource | undefined
}

/** Takes a member as rest-auth answers it. They come by the hundred, so this is cheaper than a resolver a field. */
export function toMember({ id, organizationId, role = '', createdAt, user, team }: BatchMember): MemberSource {
  return { id: globalId('M', id), organizationId, roles: parseRoles(role), createdAt, user: toUser(user), team }
}
export type MemberConnectionSource = Connection<MemberSource>

export const memberResolvers: Resolvers = {
  Member: {
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
