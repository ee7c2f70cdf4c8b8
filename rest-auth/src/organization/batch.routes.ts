import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { requireSession } from '../session/session-guard.ts'
import { sendJson } from '../list/send-list.ts'
import { batchAnswer } from './batch-answer.ts'
import { besideSession, readBatch } from './batch.ts'
import { invitationSchema } from './entities.ts'
import { cursor as anyCursor, isTime, parseJson } from '../list/order.ts'
import { roles } from './roles.ts'

const call = callsOf('organization')

/** Comma text of at most 100 ids. */
const ids = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.string().max(255)).max(100))

/** A parameter whose value is JSON text of this form. */
const json = <T extends z.ZodType>(form: T) =>
  z
    .string()
    .transform((text, check): unknown => parseJson(text) ?? (check.addIssue('must be JSON'), z.NEVER))
    .pipe(form)
    .optional()

const cursor = anyCursor.pipe(z.tuple([z.string(), z.string()]))
const timeCursor = cursor.refine(([key]) => isTime(key))
const size = z.number().int().min(1).max(100)
const anyPage = z.object({
  first: size.optional(),
  last: size.optional(),
  after: cursor.optional(),
  before: cursor.optional(),
  total: z.boolean().optional(),
  cursors: z.boolean().optional(),
})
const page = anyPage.extend({ after: timeCursor.optional(), before: timeCursor.optional() })
const memberPage = anyPage
  .extend({
    orderBy: z.enum(['createdAt', 'name', 'email']).optional(),
    descending: z.boolean().optional(),
    role: z.enum(roles).optional(),
    teamId: z.string().max(255).optional(),
    query: z
      .string()
      .max(255)
      .transform((text) => text || undefined) // an empty field of a form seeks nothing
      .optional(),
    team: z.boolean().optional(),
  })
  .refine(
    ({ orderBy = 'createdAt', after, before }) =>
      orderBy !== 'createdAt' || [after, before].every((given) => given === undefined || isTime(given[0])),
  )

const querySchema = z.object({
  organizationIds: ids,
  /** As JSON, since a slug may have a comma. */
  organizationSlugs: json(z.array(z.string()).max(100)).transform((slugs) => slugs ?? []),
  memberIds: ids,
  teamIds: ids,
  invitationIds: ids,
  userIds: ids,
  own: json(page),
  received: json(page),
  include: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(['membership', 'permissions']))),
  members: json(memberPage),
  teams: json(page),
  invitations: json(page.extend({ status: invitationSchema.shape.status.optional() })),
  teamMembers: json(memberPage),
})

/** The read behind the GraphQL gateway: many organizations with exactly the parts that somebody asked for. */
export function batchRoutes(app: App, ctx: Context): void {
  app.get(
    '/organization/batch',
    call('readOrganizationBatch', 'Named parts of many organizations at once', {
      querystring: querySchema,
      response: { 200: batchAnswer },
    }),
    async (request, reply) => {
      const beside = besideSession(ctx, request.query)
      const active = await requireSession(ctx, request, { accessToken: true, ...(beside && { beside }) })
      return sendJson(reply, await readBatch(ctx, active, request.query))
    },
  )
}
