import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { listQuery } from '../list/order.ts'
import { sendJson, sendList } from '../list/send-list.ts'
import { auditLogPage, auditLogQuery } from '../organization/audit-log/audit-log.routes.ts'
import { readAuditLog } from '../organization/audit-log/audit-log.sql.ts'
import { joiningOrder } from '../organization/member/member-list.sql.ts'
import { deleteAsAdministrator } from '../organization/organization.ts'
import { activityPage, activityQuery } from '../own-account/activity.routes.ts'
import { readActivity } from '../own-account/activity.sql.ts'
import { errorsOfActs, lockActor, readReason, reasonField, requireActor, requireAdministrator } from './act.ts'
import {
  findOrganizations,
  organizationPage,
  organizationsOrder,
  readOrganization,
  shownOrganization,
} from './organizations.sql.ts'
import { personSchema, readPerson } from './person.sql.ts'

/** Not in better-auth: what the product's screens read. */
export function screenRoutes({ get, post }: Calls, ctx: Context): void {
  get('/admin/user', 'readPerson', 'Return a user with ways to sign in and organizations', {
    errors: ['PERSON_NOT_FOUND', 'UNAUTHORIZED', 'YOU_ARE_NOT_ALLOWED_TO_GET_USER'],
    querystring: z.object({ id: z.string() }),
    returns: personSchema,
    async handler(request, reply) {
      await requireAdministrator(ctx, request, 'YOU_ARE_NOT_ALLOWED_TO_GET_USER')
      const person = await readPerson(ctx, request.query.id)
      if (person === null) throw new ApiError('PERSON_NOT_FOUND')
      return sendJson(reply, person)
    },
  })

  get('/admin/user-activity', 'readUserActivity', 'Read what happened to an account, newest first', {
    errors: ['UNAUTHORIZED', 'YOU_ARE_NOT_ALLOWED_TO_GET_USER'],
    querystring: activityQuery.extend({ userId: z.string() }),
    returns: activityPage,
    async handler(request, reply) {
      await requireAdministrator(ctx, request, 'YOU_ARE_NOT_ALLOWED_TO_GET_USER')
      const { userId, ...query } = request.query
      return sendJson(reply, await readActivity(ctx, userId, query, null))
    },
  })

  get('/admin/list-organizations', 'listAllOrganizations', 'List and search organizations', {
    errors: ['UNAUTHORIZED', 'YOU_ARE_NOT_ALLOWED_TO_READ_ORGANIZATIONS'],
    querystring: z.object({
      ...listQuery(organizationsOrder),
      searchField: z.enum(['name', 'slug']).default('name'),
      searchValue: z.string().max(200).default('').describe('How the name begins, or the whole slug'),
    }),
    returns: z.object({ organizations: z.array(shownOrganization), total: z.number().describe('At most 10,000') }),
    async handler(request, reply) {
      await requireAdministrator(ctx, request, 'YOU_ARE_NOT_ALLOWED_TO_READ_ORGANIZATIONS')
      return sendList(reply, await findOrganizations(ctx, request.query))
    },
  })

  get('/admin/organization', 'readOrganization', 'Return an organization with members and open invitations', {
    errors: ['ORGANIZATION_NOT_FOUND', 'UNAUTHORIZED', 'YOU_ARE_NOT_ALLOWED_TO_READ_ORGANIZATIONS'],
    querystring: z.object({ id: z.string(), cursor: listQuery(joiningOrder).cursor }),
    returns: organizationPage,
    async handler(request, reply) {
      await requireAdministrator(ctx, request, 'YOU_ARE_NOT_ALLOWED_TO_READ_ORGANIZATIONS')
      const organization = await readOrganization(ctx, request.query.id, request.query.cursor)
      if (organization === null) throw new ApiError('ORGANIZATION_NOT_FOUND')
      return sendList(reply, organization)
    },
  })

  post('/admin/delete-organization', 'deleteAnyOrganization', 'Delete an organization, and email its owners', {
    errors: [...errorsOfActs, 'ORGANIZATION_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS'],
    journal: ['organization.deleted-by-administrator'],
    body: z.object({ organizationId: z.string(), reason: reasonField }),
    returns: status,
    async handler(request) {
      const refusal = 'YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS'
      const active = await requireActor(ctx, request, refusal)
      const { organizationId, reason } = request.body
      const deletion = { organizationId, reason: readReason(reason) }
      await deleteAsAdministrator(ctx, active.user, deletion, (tx) => lockActor(tx, active, refusal))
      return { status: true }
    },
  })

  get('/admin/audit-log', 'readAuditLogOf', 'Read who changed what in an organization, newest first', {
    errors: ['UNAUTHORIZED', 'YOU_ARE_NOT_ALLOWED_TO_READ_ORGANIZATIONS'],
    querystring: auditLogQuery.required({ organizationId: true }),
    returns: auditLogPage,
    async handler(request, reply) {
      await requireAdministrator(ctx, request, 'YOU_ARE_NOT_ALLOWED_TO_READ_ORGANIZATIONS')
      return sendJson(reply, await readAuditLog(ctx, request.query.organizationId, request.query))
    },
  })
}
