import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { openToKeys } from '../active-key/read-key.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Calls } from '../http/calls.ts'
import { listQuery } from '../list/order.ts'
import { sendJson, sendList } from '../list/send-list.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { openToImpersonation, requireSession } from '../session/session-guard.ts'
import { setActiveOrganization } from '../session/session.sql.ts'
import { fullOrganizationSchema, ownOrganizationSchema } from './response-schemas.ts'
import { organizationSchema } from './entities.ts'
import { joiningOrder } from './member/member-list.sql.ts'
import { organizationOf, requireMembership, requireScope } from './membership.ts'
import { organizationPolicy } from './policies.ts'
import { findFullOrganizationJson, hasKey, organizationJson, ownOrganizationsColumn } from './organization-json.sql.ts'
import { refuseClosed } from './reach.sql.ts'
import { withPermissions } from './role/entities.ts'
import { keyOf, maxListed, maxListedOwn, withActiveOrganization } from './active-organization.ts'
import { includesAll } from 'contract/permissions.ts'

const organizationId = z.string().optional()
const choice = z.object({ organizationId, organizationSlug: z.string().optional() })
const permissionQuery = z.record(z.string(), z.array(z.string()))

export function ownOrganizationRoutes({ get, post }: Calls, ctx: Context): void {
  get('/organization/list', 'listOrganizations', "List the caller's organizations", {
    errors: ['UNAUTHORIZED'],
    config: openToImpersonation,
    querystring: withPermissions.extend(listQuery(joiningOrder)),
    returns: z.array(ownOrganizationSchema),
    async handler(request, reply) {
      const { limit = maxListedOwn(ctx.config), ...query } = request.query
      const { beside } = await requireSession(ctx, request, { beside: ownOrganizationsColumn({ limit, ...query }) })
      return sendList(reply, beside ?? '')
    },
  })

  const readJson = async (request: FastifyRequest, query: z.infer<typeof choice>, limit?: number) => {
    const named = keyOf(query)
    if (request.key) {
      const key = named ?? { id: organizationOf(request.key) }
      return (await requireFullOrganization(ctx, key, request.key, limit ?? null)).json
    }
    const active = await requireSession(ctx, request, { beside: organizationJson(named, limit) })
    const { beside } = active
    const wanted = named ?? keyOf({ organizationId: active.session.activeOrganizationId })
    if (beside === null && wanted) await refuseClosed(ctx, active, hasKey(wanted))
    // An active organization that the caller has left is null, not an error.
    if (beside === null && named) throw new ApiError('ORGANIZATION_IS_HIDDEN')
    return beside
  }

  get(
    '/organization/get-full-organization',
    'getFullOrganization',
    'Read an organization with its members, teams and invitations',
    {
      errors: ['ORGANIZATION_IS_HIDDEN', 'SECOND_FACTOR_REQUIRED', 'UNAUTHORIZED'],
      config: { ...openToImpersonation, ...openToKeys },
      querystring: choice,
      returns: fullOrganizationSchema.nullable(),
      handler: async (request, reply) => sendJson(reply, await readJson(request, request.query, maxListed(ctx.config))),
    },
  )

  get('/organization/get-organization', 'getOrganization', 'Read an organization', {
    errors: ['ORGANIZATION_IS_HIDDEN', 'SECOND_FACTOR_REQUIRED', 'UNAUTHORIZED'],
    config: { ...openToImpersonation, ...openToKeys },
    querystring: choice,
    returns: organizationSchema.nullable(),
    handler: async (request, reply) => sendJson(reply, await readJson(request, request.query)),
  })

  post('/organization/set-active', 'setActiveOrganization', 'Set or clear the active organization of this session', {
    errors: ['ORGANIZATION_IS_HIDDEN', 'SECOND_FACTOR_REQUIRED', 'UNAUTHORIZED'],
    journal: 'It only changes the session',
    config: openToImpersonation,
    body: z.object({ organizationId: z.string().nullish(), organizationSlug: z.string().optional() }),
    returns: fullOrganizationSchema.nullable(),
    async handler(request, reply) {
      const active = await requireSession(ctx, request)
      const before = active.session.activeOrganizationId
      const named = keyOf(request.body)
      const staying = request.body.organizationId === null ? null : before
      const key = named ?? keyOf({ organizationId: staying })
      const found = key && (await findFullOrganizationJson(ctx, key, active, maxListed(ctx.config)))
      if (key && !found) await refuseClosed(ctx, active, hasKey(key))
      const after = found?.id ?? null
      await setActiveOrganization(ctx, active.session.id, after)
      const isSet = after !== null || before !== null
      if (isSet) setSessionCookie(ctx, request, withActiveOrganization(active, after))
      if (named && !found) throw new ApiError('ORGANIZATION_IS_HIDDEN')
      return sendJson(reply, found?.json ?? null)
    },
  })

  permissionRoute({ post }, ctx)
}

async function requireFullOrganization(...call: Parameters<typeof findFullOrganizationJson>) {
  const found = await findFullOrganizationJson(...call)
  if (found) return found
  const [ctx, key, actor] = call
  await refuseClosed(ctx, actor, hasKey(key))
  throw new ApiError('ORGANIZATION_IS_HIDDEN')
}

function permissionRoute({ post }: Pick<Calls, 'post'>, ctx: Context): void {
  post(
    '/organization/has-permission',
    'hasPermission',
    "Check whether the caller's roles grant all given permissions",
    {
      errors: ['NO_ACTIVE_ORGANIZATION', 'PERMISSIONS_ARE_HIDDEN', 'SECOND_FACTOR_REQUIRED', 'UNAUTHORIZED'],
      journal: 'It only reads',
      config: { ...openToImpersonation, ...openToKeys },
      body: z
        .object({ organizationId, permissions: permissionQuery.optional(), permission: permissionQuery.optional() })
        .refine((body) => (body.permissions === undefined) !== (body.permission === undefined)),
      returns: z.object({ error: z.null(), success: z.boolean() }),
      async handler(request) {
        const scope = await requireScope(ctx, request, request.body)
        const { caller } = await requireMembership(ctx, scope, organizationPolicy.readPermissions)
        const question = request.body.permissions ?? request.body.permission ?? {}
        return { error: null, success: includesAll(caller.permissions, question) }
      },
    },
  )
}
