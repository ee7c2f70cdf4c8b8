import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from 'service/described-call.ts'
import { listQuery } from '../list/order.ts'
import { sendList } from '../list/send-list.ts'
import { requireSession } from '../session/session-guard.ts'
import { receivedInvitationSchema, sentInvitationSchema } from './response-schemas.ts'
import { invitationSchema } from './entities.ts'
import { cancelInvitation, inviteBody, inviteMember, listUserInvitations, maxOpenInvitations } from './invitation.ts'
import { invitationsOfOrganization } from './visible-invitations.sql.ts'
import { receivedOrder } from './received-invitation.sql.ts'
import { organizationOf, requireListOf } from './membership.ts'
import { recipientRoutes } from './received-invitation.routes.ts'

const call = callsOf('invitation')
const organizationId = z.string().optional()
const byId = z.object({ invitationId: z.string() })

export function invitationRoutes(app: App, ctx: Context): void {
  app.post(
    '/organization/invite-member',
    call('inviteMember', 'Invite a person by email; resend renews the open invitation', {
      body: inviteBody,
      returns: sentInvitationSchema,
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.body, 'ORGANIZATION_NOT_FOUND')
      return inviteMember(ctx, active, id, request.body)
    },
  )

  recipientRoutes(app, ctx)

  app.post(
    '/organization/cancel-invitation',
    call('cancelInvitation', 'Cancel an invitation', { body: byId, returns: invitationSchema }),
    async (request) => cancelInvitation(ctx, await requireSession(ctx, request), request.body.invitationId),
  )

  app.get(
    '/organization/list-invitations',
    call('listInvitations', 'List the invitations of an organization that the caller may see', {
      querystring: z.object({ organizationId, ...listQuery(invitationsOfOrganization.order) }),
      returns: z.array(invitationSchema),
    }),
    async (request, reply) => {
      const active = await requireSession(ctx, request)
      const { limit = maxOpenInvitations, cursor } = request.query
      const id = organizationOf(active, request.query, 'ORGANIZATION_ID_IS_REQUIRED')
      const page = { limit, cursor }
      return sendList(reply, await requireListOf(ctx, { id }, active, invitationsOfOrganization, page))
    },
  )

  app.get(
    '/organization/list-user-invitations',
    call('listUserInvitations', "List the caller's open invitations; requires proved ownership of the email", {
      querystring: z.object(listQuery(receivedOrder)),
      returns: z.array(receivedInvitationSchema),
    }),
    async (request, reply) => {
      const { limit = maxOpenInvitations, cursor } = request.query
      return sendList(reply, await listUserInvitations(ctx, await requireSession(ctx, request), { limit, cursor }))
    },
  )
}
