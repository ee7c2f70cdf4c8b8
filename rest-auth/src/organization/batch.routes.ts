import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { holdsNul } from '../http/request-body.ts'
import { requireSession } from '../session/session-guard.ts'
import { sendJson } from './answers.ts'
import { memberFields } from './batch.sql.ts'
import { readBatch } from './batch.ts'
import { permissions } from './permissions.ts'
import { roles } from './roles.ts'

/** Comma text of at most 100 ids. */
const ids = z.string().default('').transform((text) => text.split(',').filter(Boolean)).pipe(z.array(z.string().max(255)).max(100)) // prettier-ignore

/** A parameter whose value is JSON text of this form. */
const json = <T extends z.ZodType>(form: T) =>
  z.string().transform((text, check): unknown => parseJson(text) ?? (check.addIssue('must be JSON'), z.NEVER)).pipe(form).optional() // prettier-ignore

const cursor = z
  .string()
  .max(2000)
  .transform((text) => parseJson(Buffer.from(text, 'base64').toString()))
  .pipe(z.tuple([z.string(), z.string()]))
const size = z.number().int().min(1).max(100)
const page = z.object({
  first: size.optional(),
  last: size.optional(),
  after: cursor.optional(),
  before: cursor.optional(),
  total: z.boolean().optional(),
  cursors: z.boolean().optional(),
})
const memberPage = page.extend({
  orderBy: z.enum(['createdAt', 'name', 'email']).optional(),
  descending: z.boolean().optional(),
  role: z.enum(roles).optional(),
  query: z.string().max(255).optional(),
  fields: z.array(z.enum(memberFields)).optional(),
})

const querySchema = z.object({
  organizationIds: ids,
  /** As JSON, since a slug may have a comma. */
  organizationSlugs: json(z.array(z.string()).max(100)).transform((slugs) => slugs ?? []),
  memberIds: ids,
  teamIds: ids,
  invitationIds: ids,
  userIds: ids,
  own: json(page),
  include: z.string().default('').transform((text) => text.split(',').filter(Boolean)).pipe(z.array(z.enum(['membership', 'permissions']))), // prettier-ignore
  members: json(memberPage),
  teams: json(page),
  invitations: json(page.extend({ status: z.enum(['pending', 'accepted', 'rejected', 'canceled']).optional() })),
  teamMembers: json(memberPage),
})

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    hasMore: z.boolean(),
    startCursor: z.string().optional(),
    endCursor: z.string().optional(),
    cursors: z.array(z.string()).optional(),
    total: z.number().optional(),
  })
const user = z.object({ id: z.string(), name: z.string().optional(), email: z.string().optional(), image: z.string().optional() }) // prettier-ignore
const team = z.object({ id: z.string(), name: z.string(), organizationId: z.string(), createdAt: z.string() })
const member = z.object({
  id: z.string(),
  organizationId: z.string().optional(),
  role: z.string().optional(),
  createdAt: z.string().optional(),
  user,
  team: team.optional(),
})
const invitation = z.object({
  id: z.string(),
  organizationId: z.string(),
  email: z.string(),
  role: z.string(),
  status: z.enum(['pending', 'accepted', 'rejected', 'canceled']),
  expiresAt: z.string(),
  organizationName: z.string(),
  organizationSlug: z.string(),
  inviterEmail: z.string(),
  team: team.optional(),
})
const organization = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  logo: z.string().optional(),
  metadata: z.string().optional(),
  createdAt: z.string(),
  isActive: z.boolean(),
  membership: member.optional(),
  permissions: z.array(z.enum(permissions)).optional(),
  members: pageOf(member).optional(),
  teams: pageOf(team).optional(),
  invitations: pageOf(invitation).optional(),
})
/** Left out: what is null, and what was not asked for. */
const answerSchema = z
  .object({
    organizations: z.array(organization),
    members: z.array(member),
    teams: z.array(team.extend({ members: pageOf(member).optional() })),
    invitations: z.array(invitation),
    users: z.array(user),
    own: pageOf(z.string()).optional(),
  })
  .meta({ id: 'OrganizationBatch' })

/** The read behind the GraphQL gateway: many organizations with exactly the parts that somebody asked for. */
export function batchRoutes(app: App, ctx: Context): void {
  app.get(
    '/organization/batch',
    {
      schema: {
        operationId: 'readOrganizationBatch',
        summary: 'Named parts of many organizations at once',
        tags: ['organization'],
        querystring: querySchema,
        response: { 200: answerSchema },
      },
    },
    async (request, reply) => sendJson(reply, await readBatch(ctx, await requireSession(ctx, request), request.query)),
  )
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return holdsNul(value) ? undefined : value
  } catch {
    return undefined
  }
}
