import type { GatewayContext } from '../context.ts'
import { toUserErrors } from '../user-errors.ts'
import type {
  AcceptInvitationInput,
  InvitationStatus,
  InviteMemberInput,
  RejectInvitationInput,
} from 'contract/generated/graphql.ts'
import { connectionResolvers, sizeOf } from '../relay/connection.ts'
import { globalId, localId, parseGlobalId } from '../relay/global-id.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import { allRoles, parseRoles, roleNames, type InvitationSource } from '../sources.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { change, changedMember, organizationIdOf } from './payload.ts'

const statuses: Readonly<Record<InvitationSource['status'], InvitationStatus>> = {
  pending: 'PENDING',
  accepted: 'ACCEPTED',
  rejected: 'REJECTED',
  canceled: 'CANCELED',
}

/** Also accepts the plain id of emailed links. */
const invitationId = (id: string) => (parseGlobalId(id) ? localId('Invitation', id) : id)
const emailedInvitation = (input: AcceptInvitationInput | RejectInvitationInput) => ({
  invitationId: invitationId(input.invitationId),
  token: input.token ?? undefined,
})

/** One as text, because a rest-auth of release 2.1 takes no list. */
function teamIdsOf({ teamId, teamIds }: InviteMemberInput): string | string[] | undefined {
  const ids = [teamId ?? [], teamIds ?? []].flat().map((id) => localId('Team', id))
  return ids.length > 1 ? ids : ids[0]
}

type ReadLater = 'createdAt' | 'updatedAt' | 'organizationName' | 'organizationSlug' | 'inviterName' | 'inviterEmail'
const readIfMissing = (name: ReadLater) => async (invitation: InvitationSource, _: unknown, ctx: GatewayContext) =>
  (invitation[name] ?? (await ctx.reads.invitation(invitation.id))?.[name]) || null

export const invitationResolvers = {
  Query: {
    invitation: async (_, { id }, ctx) => {
      try {
        return { invitation: await restAuth.getInvitation(ctx.upstream, { id: invitationId(id) }), userErrors: [] }
      } catch (refusal) {
        const userErrors = toUserErrors(refusal, {})
        if (!userErrors) throw refusal
        return { userErrors }
      }
    },
  },
  Invitation: {
    id: ({ id }) => globalId('I', id),
    databaseId: ({ id }) => id,
    roles: ({ role }) => parseRoles(role ?? ''),
    assignedRoles: ({ role }) => allRoles(role ?? ''),
    status: ({ status }) => statuses[status],
    isExpired: ({ expiresAt }) => Date.parse(expiresAt) <= Date.now(),
    createdAt: readIfMissing('createdAt'),
    updatedAt: readIfMissing('updatedAt'),
    organizationName: readIfMissing('organizationName'),
    organizationSlug: readIfMissing('organizationSlug'),
    inviterName: readIfMissing('inviterName'),
    inviterEmail: readIfMissing('inviterEmail'),
    team: ({ team, teamId }, _, ctx) => team ?? (teamId == null ? null : ctx.reads.team(teamId.split(',')[0] ?? '')),
    teams: async ({ team, teamId }, { first }, ctx) => {
      const size = sizeOf(first)
      if (teamId === undefined) return [team ?? []].flat().slice(0, size)
      const ids = teamId?.split(',').slice(0, size) ?? []
      return (await Promise.all(ids.map((id) => ctx.reads.team(id)))).filter((found) => found !== null)
    },
  },
  InvitationConnection: connectionResolvers,

  Mutation: {
    inviteMember: change(async (upstream, input) => {
      const { emailSent = true, ...invitation } = await restAuth.inviteMember(upstream, {
        email: input.email,
        role: [...roleNames(input.roles), ...(input.assignedRoles ?? [])],
        organizationId: organizationIdOf(input),
        teamId: teamIdsOf(input),
        resend: input.resend ?? undefined,
      })
      return { invitation, isEmailSent: emailSent }
    }),
    acceptInvitation: change(async (upstream, input) => {
      const { invitation, member } = await restAuth.acceptInvitation(upstream, emailedInvitation(input))
      return { invitation, memberId: member.id }
    }),
    rejectInvitation: change((upstream, input) => restAuth.rejectInvitation(upstream, emailedInvitation(input))),
    cancelInvitation: change(async (upstream, input) => ({
      invitation: await restAuth.cancelInvitation(upstream, { invitationId: invitationId(input.invitationId) }),
    })),
  },
  InviteMemberPayload: { isEmailSent: ({ isEmailSent = false }) => isEmailSent },
  AcceptInvitationPayload: changedMember,
} satisfies Resolvers
