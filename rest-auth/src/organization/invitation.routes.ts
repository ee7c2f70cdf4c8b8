import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { listQuery } from '../list/order.ts'
import { sendList } from '../list/send-list.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { requireSession } from '../session/session-guard.ts'
import { mailedInvitationSchema, receivedInvitationSchema, sentInvitationSchema } from './answers.ts'
import { invitationSchema, memberSchema } from './entities.ts'
import {
  acceptInvitation,
  cancelInvitation,
  getInvitation,
  inviteBody,
  inviteMember,
  listInvitations,
  listUserInvitations,
  readMailedInvitation,
  recipientBody,
  rejectInvitation,
} from './invitation.ts'
import { invitationOrder, receivedOrder } from './invitation.sql.ts'
import { organizationOf } from './member.ts'
import { withActiveOrganization } from './organization.ts'

const call = callsOf('invitation')
const organizationId = z.string().optional()
const byId = z.object({ invitationId: z.string() })

export function invitationRoutes(app: App, ctx: Context): void {
  app.post(
    '/organization/invite-member',
    call('inviteMember', 'Invite an address; resend renews the open invitation', {
      body: inviteBody,
      response: { 200: sentInvitationSchema },
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.body.organizationId, 'ORGANIZATION_NOT_FOUND')
      return inviteMember(ctx, active, id, request.body)
    },
  )

  app.get(
    '/organization/get-invitation',
    call('getInvitation', 'An open invitation, for whom it is meant', {
      querystring: z.object({ id: z.string() }),
      response: { 200: receivedInvitationSchema },
    }),
    async (request) => getInvitation(ctx, await requireSession(ctx, request), request.query.id),
  )

  app.post(
    '/organization/read-mailed-invitation',
    call(
      'readMailedInvitation',
      'What an invitation is about, for whoever has the token of its mailed link; changes nothing, needs no session',
      {
        body: byId.extend({ token: z.string() }),
        response: { 200: mailedInvitationSchema },
      },
    ),
    async (request) => readMailedInvitation(ctx, request.body.invitationId, request.body.token),
  )

  app.post(
    '/organization/accept-invitation',
    call('acceptInvitation', 'Accept an invitation and become a member', {
      body: recipientBody,
      response: { 200: z.object({ invitation: invitationSchema, member: memberSchema }) },
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const { invitation, member, emailVerified } = await acceptInvitation(ctx, active, request.body)
      const { session, user } = withActiveOrganization(active, member.organizationId)
      setSessionCookie(ctx, request, { session, user: { ...user, emailVerified } })
      return { invitation, member }
    },
  )

  app.post(
    '/organization/reject-invitation',
    call('rejectInvitation', 'Reject an invitation', {
      body: recipientBody,
      response: { 200: z.object({ invitation: invitationSchema, member: z.null() }) },
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      return { invitation: await rejectInvitation(ctx, active, request.body), member: null }
    },
  )

  app.post(
    '/organization/cancel-invitation',
    call('cancelInvitation', 'Take an invitation back', {
      body: byId,
      response: { 200: invitationSchema },
    }),
    async (request) => cancelInvitation(ctx, await requireSession(ctx, request), request.body.invitationId),
  )

  app.get(
    '/organization/list-invitations',
    call('listInvitations', 'The invitations of an organization that the caller may see', {
      querystring: z.object({ organizationId, ...listQuery(invitationOrder) }),
      response: { 200: z.array(invitationSchema) },
    }),
    async (request, reply) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.query.organizationId, 'ORGANIZATION_ID_IS_REQUIRED')
      return sendList(reply, await listInvitations(ctx, active, id, request.query))
    },
  )

  app.get(
    '/organization/list-user-invitations',
    call('listUserInvitations', "The caller's own open invitations; needs proved ownership of the address", {
      querystring: z.object(listQuery(receivedOrder)),
      response: { 200: z.array(receivedInvitationSchema) },
    }),
    async (request, reply) =>
      sendList(reply, await listUserInvitations(ctx, await requireSession(ctx, request), request.query)),
  )
}
