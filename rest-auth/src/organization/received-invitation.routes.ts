import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { requireSession } from '../session/session-guard.ts'
import { emailedInvitationSchema, receivedInvitationSchema } from './response-schemas.ts'
import { invitationSchema, memberSchema } from './entities.ts'
import {
  acceptInvitation,
  getInvitation,
  recipientBody,
  rejectInvitation,
  readEmailedInvitation,
} from './received-invitation.ts'
import { withActiveOrganization } from './active-organization.ts'

const byId = z.object({ invitationId: z.string() })

export function recipientRoutes({ get, post }: Calls, ctx: Context): void {
  get('/organization/get-invitation', 'getInvitation', 'Read an open invitation as its recipient', {
    querystring: z.object({ id: z.string() }),
    returns: receivedInvitationSchema,
    handler: async (request) => getInvitation(ctx, await requireSession(ctx, request), request.query.id),
  })

  post(
    '/organization/read-mailed-invitation',
    'readEmailedInvitation',
    'Read an invitation with the token of the emailed link; changes nothing and needs no session',
    {
      body: byId.extend({ token: z.string() }),
      returns: emailedInvitationSchema,
      handler: async (request) => readEmailedInvitation(ctx, request.body.invitationId, request.body.token),
    },
  )

  post('/organization/accept-invitation', 'acceptInvitation', 'Accept an invitation and become a member', {
    body: recipientBody,
    returns: z.object({ invitation: invitationSchema, member: memberSchema }),
    async handler(request) {
      const active = await requireSession(ctx, request)
      const { invitation, member, emailVerified } = await acceptInvitation(ctx, active, request.body)
      const { session, user } = withActiveOrganization(active, member.organizationId)
      setSessionCookie(ctx, request, { session, user: { ...user, emailVerified } })
      return { invitation, member }
    },
  })

  post('/organization/reject-invitation', 'rejectInvitation', 'Reject an invitation', {
    body: recipientBody,
    returns: z.object({ invitation: invitationSchema, member: z.null() }),
    async handler(request) {
      const active = await requireSession(ctx, request)
      return { invitation: await rejectInvitation(ctx, active, request.body), member: null }
    },
  })
}
