import { z } from 'zod'
import { openToKeys } from '../../active-key/read-key.ts'
import type { Context } from '../../context.ts'
import type { Calls } from '../../http/calls.ts'
import { listQuery } from '../../list/order.ts'
import { requireActor } from '../actor.ts'
import { sendList } from '../../list/send-list.ts'
import { setSessionCookie } from '../../session/session-cookies.ts'
import { openToImpersonation, requireSession } from '../../session/session-guard.ts'
import { emailedInvitationSchema, receivedInvitationSchema, sentInvitationSchema } from '../response-schemas.ts'
import { invitationSchema, memberSchema } from '../entities.ts'
import { cancelInvitation, inviteBody, inviteMember, listUserInvitations, maxOpenInvitations } from './invitation.ts'
import { invitationsOfOrganization } from './visible-invitations.sql.ts'
import { receivedOrder } from './received-invitation.sql.ts'
import { errorsOf, requireListOf, requireScope } from '../membership.ts'
import { invitationPolicy } from '../policies.ts'
import {
  acceptInvitation,
  getInvitation,
  recipientBody,
  rejectInvitation,
  readEmailedInvitation,
} from './received-invitation.ts'
import { withActiveOrganization } from '../active-organization.ts'

const organizationId = z.string().optional()
const byId = z.object({ invitationId: z.string() })

export function invitationRoutes({ get, post }: Calls, ctx: Context): void {
  post('/organization/invite-member', 'inviteMember', 'Invite a person by email; resend renews the open invitation', {
    errors: [
      ...errorsOf(invitationPolicy.create),
      'INVALID_TEAM_ID',
      'INVITATION_LIMIT_REACHED',
      'ORGANIZATION_NOT_FOUND',
      'ROLE_NOT_FOUND',
      'SESSION_IS_NOT_FRESH',
      'TEAM_NOT_FOUND',
      'TOO_MANY_INVITATIONS',
      'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
      'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
    ],
    journal: ['invitation.sent', 'invitation.canceled'],
    config: openToKeys,
    body: inviteBody,
    returns: sentInvitationSchema,
    async handler(request) {
      const scope = await requireScope(ctx, request, request.body, 'ORGANIZATION_NOT_FOUND')
      return inviteMember(ctx, scope, request.body)
    },
  })

  recipientRoutes({ get, post }, ctx)

  post('/organization/cancel-invitation', 'cancelInvitation', 'Cancel an invitation', {
    errors: [...errorsOf(invitationPolicy.cancel), 'INVITATION_NOT_FOUND'],
    journal: ['invitation.canceled'],
    config: openToKeys,
    body: byId,
    returns: invitationSchema,
    handler: async (request) => cancelInvitation(ctx, await requireActor(ctx, request), request.body.invitationId),
  })

  get(
    '/organization/list-invitations',
    'listInvitations',
    'List the invitations of an organization that the caller may see',
    {
      errors: [
        'ORGANIZATION_ID_IS_REQUIRED',
        'SECOND_FACTOR_REQUIRED',
        'UNAUTHORIZED',
        'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
      ],
      config: { ...openToImpersonation, ...openToKeys },
      querystring: z.object({ organizationId, ...listQuery(invitationsOfOrganization.order) }),
      returns: z.array(invitationSchema),
      async handler(request, reply) {
        const scope = await requireScope(ctx, request, request.query, 'ORGANIZATION_ID_IS_REQUIRED')
        const { limit = maxOpenInvitations, cursor } = request.query
        const page = { limit, cursor }
        const key = { id: scope.organizationId }
        return sendList(reply, await requireListOf(ctx, key, scope.actor, invitationsOfOrganization, page))
      },
    },
  )

  get(
    '/organization/list-user-invitations',
    'listUserInvitations',
    "List the caller's open invitations; requires proved ownership of the email",
    {
      errors: ['EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS', 'UNAUTHORIZED'],
      config: openToImpersonation,
      querystring: z.object(listQuery(receivedOrder)),
      returns: z.array(receivedInvitationSchema),
      async handler(request, reply) {
        const { limit = maxOpenInvitations, cursor } = request.query
        return sendList(reply, await listUserInvitations(ctx, await requireSession(ctx, request), { limit, cursor }))
      },
    },
  )
}

function recipientRoutes({ get, post }: Calls, ctx: Context): void {
  get('/organization/get-invitation', 'getInvitation', 'Read an open invitation as its recipient', {
    errors: [
      'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
      'OPEN_INVITATION_NOT_FOUND',
      'UNAUTHORIZED',
      'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
    ],
    config: openToImpersonation,
    querystring: z.object({ id: z.string() }),
    returns: receivedInvitationSchema,
    handler: async (request) => getInvitation(ctx, await requireSession(ctx, request), request.query.id),
  })

  post(
    '/organization/read-mailed-invitation',
    'readEmailedInvitation',
    'Read an invitation with the token of the emailed link; changes nothing and needs no session',
    {
      errors: ['OPEN_INVITATION_NOT_FOUND'],
      journal: 'It only reads',
      body: byId.extend({ token: z.string() }),
      returns: emailedInvitationSchema,
      handler: async (request) => readEmailedInvitation(ctx, request.body.invitationId, request.body.token),
    },
  )

  post('/organization/accept-invitation', 'acceptInvitation', 'Accept an invitation and become a member', {
    errors: [
      'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
      'INVITATION_NOT_FOUND',
      'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
      'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
      'UNAUTHORIZED',
      'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
    ],
    journal: ['member.joined', 'invitation.accepted', 'invitation.canceled', 'email.verified'],
    body: recipientBody,
    returns: z.object({ invitation: invitationSchema, member: memberSchema }),
    async handler(request) {
      const active = await requireSession(ctx, request)
      const { invitation, member, activeTeamId, emailVerified } = await acceptInvitation(ctx, active, request.body)
      const { session, user } = withActiveOrganization(active, member.organizationId, activeTeamId)
      setSessionCookie(ctx, request, { session, user: { ...user, emailVerified } })
      return { invitation, member }
    },
  })

  post('/organization/reject-invitation', 'rejectInvitation', 'Reject an invitation', {
    errors: [
      'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
      'OPEN_INVITATION_NOT_FOUND',
      'UNAUTHORIZED',
      'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
    ],
    journal: ['invitation.rejected'],
    body: recipientBody,
    returns: z.object({ invitation: invitationSchema, member: z.null() }),
    async handler(request) {
      const active = await requireSession(ctx, request)
      return { invitation: await rejectInvitation(ctx, active, request.body), member: null }
    },
  })
}
