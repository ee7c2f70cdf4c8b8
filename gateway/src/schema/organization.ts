import type { LoadedOrganization } from '../batch-reader.ts'
import type { GatewayContext } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { connectionOf, connectionResolvers, type Connection } from '../relay/connection.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth } from '../rest-auth-client.ts'
import { toMember } from './member.ts'
import { invitationPage, memberPage, organizationParts, teamPage } from './parts.ts'
import { attempt, changedOrganization, organizationIdOf, payload } from './payload.ts'
import { actionsByResource, parsePermission } from './permission.ts'

export type OrganizationSource = LoadedOrganization
export type OrganizationConnectionSource = Connection<OrganizationSource>

/** A part that came along with the organization, or else is read now. */
async function part<K extends 'members' | 'teams' | 'invitations'>(
  ctx: GatewayContext,
  organization: OrganizationSource,
  name: K,
  wanted: string,
) {
  if (organization.loaded[name] === wanted) return organization[name]
  return (await ctx.reads.organizationParts(organization.id, { [name]: wanted }))?.[name]
}

export const organizationResolvers: Resolvers = {
  Query: {
    organization: (_, { by }, ctx, info) =>
      ctx.reads.organization(
        by.id == null ? { slug: by.slug ?? '' } : { id: localId('Organization', by.id) },
        organizationParts(info, info.fieldNodes),
      ),
    isOrganizationSlugAvailable: async (_, { slug }, ctx) => {
      try {
        await restAuth.checkSlug(ctx.upstream, { slug })
        return true
      } catch (refusal) {
        if (refusal instanceof Refusal && refusal.code === 'SLUG_IS_TAKEN') return false
        throw refusal
      }
    },
  },

  Organization: {
    id: ({ id }) => globalId('O', id),
    logo: ({ logo }) => logo ?? null,
    metadata: ({ metadata }) => (metadata === undefined ? null : JSON.parse(metadata)),
    viewerMembership: async ({ id, membership }, _, ctx) => {
      const found = membership ?? (await ctx.reads.organizationParts(id, { include: 'membership' }))?.membership
      return found ? toMember(found) : null
    },
    viewerPermissions: async ({ id, permissions }, _, ctx) =>
      (permissions ?? (await ctx.reads.organizationParts(id, { include: 'permissions' }))?.permissions)?.map(parsePermission) ?? null, // prettier-ignore
    viewerHasPermissions: async ({ id }, { permissions }, ctx) => {
      const asked = { organizationId: id, permissions: actionsByResource(permissions) }
      return (await restAuth.hasPermission(ctx.upstream, asked)).success
    },
    members: async (organization, args, ctx, info) => {
      const page = await part(ctx, organization, 'members', memberPage(info, 'Organization', info.fieldNodes))
      return connectionOf(page, args, toMember)
    },
    teams: async (organization, args, ctx, info) => {
      const page = await part(ctx, organization, 'teams', teamPage(info, info.fieldNodes))
      return page ? { page, args } : null
    },
    invitations: async (organization, args, ctx, info) => {
      const page = await part(ctx, organization, 'invitations', invitationPage(info, info.fieldNodes))
      return page ? { page, args } : null
    },
  },
  OrganizationConnection: connectionResolvers,

  Mutation: {
    createOrganization: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const { id } = await restAuth.createOrganization(ctx.upstream, {
          name: input.name,
          slug: input.slug,
          logo: input.logo ?? undefined,
          metadata: input.metadata ?? undefined,
          keepCurrentActiveOrganization: input.keepCurrentActiveOrganization ?? undefined,
        })
        return { organizationId: id }
      }),
    updateOrganization: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const { name, slug, logo, metadata } = input
        const { id } = await restAuth.updateOrganization(ctx.upstream, {
          organizationId: organizationIdOf(input),
          data: {
            name: name ?? undefined,
            slug: slug ?? undefined,
            logo: logo ?? undefined,
            metadata: metadata ?? undefined,
          },
        })
        return { organizationId: id }
      }),
    deleteOrganization: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const organizationId = localId('Organization', input.organizationId)
        await restAuth.deleteOrganization(ctx.upstream, { organizationId })
        return { organizationId }
      }),
    setActiveOrganization: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const by =
          input.slug == null ? { organizationId: organizationIdOf(input) ?? null } : { organizationSlug: input.slug }
        return { organizationId: (await restAuth.setActiveOrganization(ctx.upstream, by))?.id }
      }),
    leaveOrganization: (_, { input }, ctx) =>
      attempt(ctx, input, async () => {
        const organizationId = localId('Organization', input.organizationId)
        await restAuth.leaveOrganization(ctx.upstream, { organizationId })
        return { organizationId }
      }),
  },
  CreateOrganizationPayload: changedOrganization,
  UpdateOrganizationPayload: changedOrganization,
  SetActiveOrganizationPayload: changedOrganization,
  DeleteOrganizationPayload: {
    ...payload,
    deletedOrganizationId: ({ organizationId: id }) => (id === undefined ? null : globalId('O', id)),
  },
  LeaveOrganizationPayload: {
    ...payload,
    leftOrganizationId: ({ organizationId: id }) => (id === undefined ? null : globalId('O', id)),
  },
}
