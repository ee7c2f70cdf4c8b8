import { bodyLimits } from 'service/body-limits.ts'
import { z } from 'zod'
import { openToKeys } from '../active-key/read-key.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { openToImpersonation, requireSession } from '../session/session-guard.ts'
import { savedOrganizationSchema, toSavedOrganization } from './response-schemas.ts'
import {
  memberSchema,
  organizationChanges,
  organizationInput,
  organizationSchema,
  seenOrganization,
} from './entities.ts'
import { errorsOf, requireScope } from './membership.ts'
import { createOrganization, deleteOrganization, updateOrganization } from './organization.ts'
import { withActiveOrganization } from './active-organization.ts'
import { organizationPolicy } from './policies.ts'
import { viewerOf } from './reach.sql.ts'
import { isSlugFree, suggestSlugs } from './slug/slug.ts'

const organizationId = z.string().optional()

export function organizationRoutes({ post }: Calls, ctx: Context): void {
  post('/organization/create', 'createOrganization', 'Create an organization with the caller as owner', {
    errors: [
      'ORGANIZATION_ALREADY_EXISTS',
      'UNAUTHORIZED',
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION',
      'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
    ],
    journal: ['organization.created'],
    bodyLimit: bodyLimits.restAuth,
    body: organizationInput.extend({ keepCurrentActiveOrganization: z.boolean().optional() }),
    returns: savedOrganizationSchema.extend({ members: z.array(memberSchema) }),
    async handler(request) {
      const active = await requireSession(ctx, request)
      if (!ctx.config.ORGANIZATION_CREATION_ALLOWED)
        throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION')
      const { keepCurrentActiveOrganization, ...input } = request.body
      const sessionId = keepCurrentActiveOrganization ? null : active.session.id
      const { organization, member } = await createOrganization(ctx, { ...active, sessionId }, input)
      if (sessionId) setSessionCookie(ctx, request, withActiveOrganization(active, organization.id, member.teamId))
      return { ...toSavedOrganization(organization), members: [member] }
    },
  })

  post('/organization/check-slug', 'checkOrganizationSlug', 'Check whether a slug is free', {
    errors: ['SLUG_IS_TAKEN', 'UNAUTHORIZED'],
    journal: 'It only reads',
    config: openToImpersonation,
    body: organizationInput.pick({ slug: true }),
    returns: status,
    async handler(request) {
      const active = await requireSession(ctx, request)
      if (!(await isSlugFree(ctx, request.body.slug, viewerOf(ctx, active)))) throw new ApiError('SLUG_IS_TAKEN')
      return { status: true }
    },
  })

  post(
    '/organization/suggest-slugs',
    'suggestOrganizationSlugs',
    'Check whether a slug is free, and suggest three similar ones otherwise',
    {
      errors: ['UNAUTHORIZED'],
      journal: 'It only reads',
      config: openToImpersonation,
      body: organizationInput.pick({ slug: true }),
      returns: z.object({ available: z.boolean(), suggestions: z.array(z.string()) }),
      async handler(request) {
        const active = await requireSession(ctx, request)
        return suggestSlugs(ctx, request.body.slug, viewerOf(ctx, active))
      },
    },
  )

  post('/organization/update', 'updateOrganization', 'Change the name, slug, logo or metadata', {
    errors: [
      ...errorsOf(organizationPolicy.update),
      'ORGANIZATION_ALREADY_EXISTS',
      'ORGANIZATION_HAS_CHANGED',
      'ORGANIZATION_NOT_FOUND',
    ],
    journal: ['organization.changed'],
    config: { ...openToImpersonation, ...openToKeys },
    bodyLimit: bodyLimits.restAuth,
    body: z.object({ organizationId, data: organizationChanges, expected: seenOrganization.optional() }),
    returns: savedOrganizationSchema,
    async handler(request) {
      const scope = await requireScope(ctx, request, request.body, 'ORGANIZATION_NOT_FOUND')
      return toSavedOrganization(await updateOrganization(ctx, scope, request.body.data, request.body.expected))
    },
  })

  post('/organization/delete', 'deleteOrganization', 'Delete an organization and its contents', {
    errors: [...errorsOf(organizationPolicy.delete), 'SESSION_IS_NOT_FRESH'],
    journal: ['organization.deleted'],
    body: z.object({ organizationId: z.string() }),
    returns: organizationSchema,
    async handler(request) {
      const active = await requireSession(ctx, request)
      const organization = await deleteOrganization(ctx, { actor: active, ...request.body })
      if (active.session.activeOrganizationId === organization.id)
        setSessionCookie(ctx, request, withActiveOrganization(active, null))
      return organization
    },
  })
}
