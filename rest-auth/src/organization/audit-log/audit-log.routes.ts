import { z } from 'zod'
import { openToKeys } from '../../active-key/read-key.ts'
import type { Context } from '../../context.ts'
import type { Calls } from '../../http/calls.ts'
import { actorSchema, entrySchema } from '../../journal/entry-schema.ts'
import { isEventName } from '../../journal/events.ts'
import { isTime } from '../../list/order.ts'
import { sendJson } from '../../list/send-list.ts'
import { openToImpersonation } from '../../session/session-guard.ts'
import { errorsOf, requireMembership, requireScope } from '../membership.ts'
import { organizationPolicy } from '../policies.ts'
import { readAuditLog } from './audit-log.sql.ts'

const auditLogEntry = entrySchema
  .extend({
    position: z.int().describe('1, 2, 3 … in the order of the changes'),
    actor: actorSchema.extend({ image: z.string().nullable() }),
    target: z.object({
      kind: z.enum(['organization', 'team', 'invitation', 'key', 'person']),
      id: z.string().nullable(),
      name: z.string().nullable().describe('Null if it is gone'),
    }),
    email: z.string().nullable().describe('The invited address, for 90 days'),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditLogEntry' })

const position = z.string().regex(/^\d{1,15}$/)
const time = z.string().refine(isTime, 'Must be a time in UTC, such as 2026-01-31T00:00:00Z')

export const auditLogQuery = z.object({
  organizationId: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: position.optional().describe('A position: return later entries, oldest first'),
  before: position.optional().describe('A position: return earlier entries'),
  actorId: z.string().optional(),
  event: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.string().refine(isEventName)).max(50))
    .optional()
    .describe('One or several events, separated by commas'),
  from: time.optional(),
  to: time.optional().describe('Exclusive'),
})

export const auditLogPage = z.object({
  entries: z.array(auditLogEntry),
  next: z.string().nullable().describe('For `before`, or `after` if that was given. Null if there are no more yet'),
  keptDays: z.int(),
})

export function auditLogRoutes({ get }: Calls, ctx: Context): void {
  get('/organization/audit-log', 'readAuditLog', 'Read who changed what in an organization, newest first', {
    errors: [...errorsOf(organizationPolicy.readAuditLog), 'NO_ACTIVE_ORGANIZATION'],
    config: { ...openToImpersonation, ...openToKeys },
    querystring: auditLogQuery,
    returns: auditLogPage,
    async handler(request, reply) {
      const scope = await requireScope(ctx, request, request.query)
      const { authorize } = await requireMembership(ctx, scope, organizationPolicy.readAuditLog)
      authorize()
      return sendJson(reply, await readAuditLog(ctx, scope.organizationId, request.query))
    },
  })
}
