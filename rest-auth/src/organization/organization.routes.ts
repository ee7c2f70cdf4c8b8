import { bodyLimits } from 'service/body-limits.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { listQuery } from '../list/order.ts'
import { sendJson, sendList } from '../list/send-list.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { requireSession } from '../session/session-guard.ts'
import { fullOrganizationSchema, savedOrganizationSchema, toSavedOrganization } from './answers.ts'
import { memberSchema, organizationChanges, organizationInput, organizationSchema } from './entities.ts'
import { joiningOrder } from './member.sql.ts'
import { organizationOf, requireMembership } from './member.ts'
import { fullOrganizationJson, ownOrganizationsColumn } from './organization.sql.ts'
import {
  createOrganization,
  deleteOrganization,
  keyOf,
  listedInFull,
  listedOwn,
  setActiveOrganization,
  updateOrganization,
  withActiveOrganization,
} from './organization.ts'
import { grantsAll } from './permissions.ts'
import { isSlugFree, suggestSlugs } from './slug.ts'

const call = callsOf('organization')
const organizationId = z.string().optional()
const asked = z.record(z.string(), z.array(z.string()))

export function organizationRoutes(app: App, ctx: Context): void {
  app.post(
    '/organization/create',
    {
      bodyLimit: bodyLimits.restAuth,
      ...call('createOrganization', 'Create an organization and own it', {
        body: organizationInput.extend({ keepCurrentActiveOrganization: z.boolean().optional() }),
        response: { 200: savedOrganizationSchema.extend({ members: z.array(memberSchema) }) },
      }),
    },
    async (request) => {
      const active = await requireSession(ctx, request)
      if (!ctx.config.ORGANIZATION_CREATION_ALLOWED)
        throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION')
      const { keepCurrentActiveOrganization, ...input } = request.body
      const sessionId = keepCurrentActiveOrganization ? null : active.session.id
      const { organization, member } = await createOrganization(ctx, { userId: active.user.id, sessionId }, input)
      if (sessionId) setSessionCookie(ctx, request, withActiveOrganization(active, organization.id))
      return { ...toSavedOrganization(organization), members: [member] }
    },
  )

  app.post(
    '/organization/check-slug',
    call('checkOrganizationSlug', 'Whether a slug is free', {
      body: organizationInput.pick({ slug: true }),
      response: { 200: z.object({ status: z.boolean() }) },
    }),
    async (request) => {
      const { user } = await requireSession(ctx, request)
      if (!(await isSlugFree(ctx, request.body.slug, user.id))) throw new ApiError('SLUG_IS_TAKEN')
      return { status: true }
    },
  )

  app.post(
    '/organization/suggest-slugs',
    call('suggestOrganizationSlugs', 'Whether a slug is free, else three like it that are', {
      body: organizationInput.pick({ slug: true }),
      response: { 200: z.object({ available: z.boolean(), suggestions: z.array(z.string()) }) },
    }),
    async (request) => {
      const { user } = await requireSession(ctx, request)
      return suggestSlugs(ctx, request.body.slug, user.id)
    },
  )

  app.post(
    '/organization/update',
    {
      bodyLimit: bodyLimits.restAuth,
      ...call('updateOrganization', 'Change name, slug, logo or metadata', {
        body: z.object({ organizationId, data: organizationChanges }),
        response: { 200: savedOrganizationSchema },
      }),
    },
    async (request) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.body.organizationId, 'ORGANIZATION_NOT_FOUND')
      return toSavedOrganization(await updateOrganization(ctx, active, id, request.body.data))
    },
  )

  app.post(
    '/organization/delete',
    call('deleteOrganization', 'Delete an organization with everything in it', {
      body: z.object({ organizationId: z.string() }),
      response: { 200: organizationSchema },
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const organization = await deleteOrganization(ctx, active, request.body.organizationId)
      if (active.session.activeOrganizationId === organization.id)
        setSessionCookie(ctx, request, withActiveOrganization(active, null))
      return organization
    },
  )

  app.get(
    '/organization/list',
    call('listOrganizations', 'The organizations of the caller, page by page', {
      querystring: z.object(listQuery(joiningOrder)),
      response: { 200: z.array(organizationSchema) },
    }),
    async (request, reply) => {
      const { limit = listedOwn(ctx.config), cursor } = request.query
      const { beside } = await requireSession(ctx, request, {
        beside: ownOrganizationsColumn({ limit, cursor }),
      })
      return sendList(reply, beside ?? '')
    },
  )

  app.get(
    '/organization/get-full-organization',
    call('getFullOrganization', 'An organization with members, teams and invitations', {
      querystring: z.object({ organizationId, organizationSlug: z.string().optional() }),
      response: { 200: fullOrganizationSchema.nullable() },
    }),
    async (request, reply) => {
      const named = keyOf(request.query)
      const organization = fullOrganizationJson(named, listedInFull(ctx.config))
      const { beside } = await requireSession(ctx, request, { beside: organization })
      // An active organization of which the caller is no longer a member counts as none.
      if (beside === null && named) throw new ApiError('ORGANIZATION_IS_HIDDEN')
      return sendJson(reply, beside)
    },
  )

  app.post(
    '/organization/set-active',
    call('setActiveOrganization', 'Make an organization (or none) the active one of this session', {
      body: z.object({ organizationId: z.string().nullish(), organizationSlug: z.string().optional() }),
      response: { 200: fullOrganizationSchema.nullable() },
    }),
    async (request, reply) => {
      const active = await requireSession(ctx, request)
      const { organizationId: id } = request.body
      const named = keyOf(request.body)
      const found = await setActiveOrganization(ctx, active, named ?? (id === null ? 'none' : 'current'))
      const after = found?.id ?? null
      const isSet = after !== null || active.session.activeOrganizationId !== null
      if (isSet) setSessionCookie(ctx, request, withActiveOrganization(active, after))
      if (named && !found) throw new ApiError('ORGANIZATION_IS_HIDDEN')
      return sendJson(reply, found?.json ?? null)
    },
  )

  app.post(
    '/organization/has-permission',
    call('hasPermission', "Whether the caller's roles allow something", {
      body: z
        .object({ organizationId, permissions: asked.optional(), permission: asked.optional() })
        .refine((body) => (body.permissions === undefined) !== (body.permission === undefined)),
      response: { 200: z.object({ error: z.null(), success: z.boolean() }) },
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.body.organizationId, 'NO_ACTIVE_ORGANIZATION')
      const { roles } = await requireMembership(ctx, id, active.user.id, 'PERMISSIONS_ARE_HIDDEN')
      return { error: null, success: grantsAll(roles, request.body.permissions ?? request.body.permission ?? {}) }
    },
  )
}
