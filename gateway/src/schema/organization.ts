import type { GatewayContext } from '../context.ts'
import { responseTooLarge, Refusal } from '../errors.ts'
import { jsonSize } from 'contract/graphql/json-size.ts'
import { invitationPage, memberPage, organizationParts, teamPage } from '../look-ahead/parts.ts'
import { Selection } from '../look-ahead/selection.ts'
import { connectionOf, connectionResolvers } from '../relay/connection.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import { toMember, type OrganizationSource, type Outcome } from '../sources.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { change, changedOrganization, organizationIdOf } from './payload.ts'
import { actionsByResource, grantOf, parsePermissions } from '../permission.ts'
import { builtInRoles, toRole } from './role.ts'

/** Returns a page that was loaded with the organization, or reads it now. */
async function loadPage<K extends 'members' | 'teams' | 'invitations'>(
  ctx: GatewayContext,
  organization: OrganizationSource,
  name: K,
  page: string,
) {
  if (organization.loaded[name] === page || organization.needsSecondFactor) return organization[name]
  return (await ctx.reads.organizationParts(organization.id, { [name]: page }))?.[name]
}

/** Reads a part about the viewer unless it was loaded with the organization. */
const withPart = async (
  ctx: GatewayContext,
  organization: OrganizationSource,
  part: 'membership' | 'permissions' | 'grants' | 'roles' | 'remotePermissions',
) =>
  organization[part] !== undefined || organization.needsSecondFactor
    ? organization
    : ctx.reads.organizationParts(organization.id, { include: part })

/** Null means no logo or metadata, but an organization always has these two. */
function withNames<T extends { name?: string | null; slug?: string | null }>({ name, slug, ...others }: T) {
  return { ...others, name: name ?? undefined, slug: slug ?? undefined }
}

function withoutNulls<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], null> }
function withoutNulls(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

const parsedMetadata = new WeakMap<OrganizationSource, object | null>()

/** Cached, because a response may contain the same organization many times. */
function parseMetadata(organization: OrganizationSource) {
  const known = parsedMetadata.get(organization)
  if (known !== undefined) return known
  const parsed = organization.metadata === null ? null : JSON.parse(organization.metadata)
  // REST does not limit the depth, and serializing very deep metadata would exhaust the stack.
  if (jsonSize(parsed).depth > 1000) throw responseTooLarge('The metadata is nested too deeply.')
  parsedMetadata.set(organization, parsed)
  return parsed
}

const endedOrganizationId = ({ organizationId: id }: Outcome) => (id === undefined ? null : globalId('O', id))

export const organizationResolvers = {
  Query: {
    organization: (_, { by }, ctx, info) =>
      ctx.reads.organization(
        by.id == null ? { slug: by.slug ?? '' } : { id: localId('Organization', by.id) },
        organizationParts(new Selection(info)),
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
    organizationSlug: async (_, { slug }, ctx) => {
      const { available, suggestions } = await restAuth.suggestSlugs(ctx.upstream, { slug })
      return { isAvailable: available, suggestions }
    },
  },

  Organization: {
    id: ({ id }) => globalId('O', id),
    databaseId: ({ id }) => id,
    metadata: parseMetadata,
    needsSecondFactor: ({ needsSecondFactor = false }) => needsSecondFactor,
    secondFactorRequiredAt: ({ secondFactorRequiredAt = null }) => secondFactorRequiredAt,
    viewerMembership: async (organization, _, ctx) => {
      const membership = (await withPart(ctx, organization, 'membership'))?.membership
      return membership ? toMember(membership) : null
    },
    viewerPermissions: async (organization, _, ctx) => {
      const permissions = organization.grants ?? (await withPart(ctx, organization, 'permissions'))?.permissions
      return permissions ? parsePermissions(permissions) : null
    },
    viewerGrants: async (organization, _, ctx) => (await withPart(ctx, organization, 'grants'))?.grants ?? null,
    viewerHasGrants: async (organization, { grants }, ctx) => {
      const held = (await withPart(ctx, organization, 'grants'))?.grants
      return held ? grants.length > 0 && grants.every((grant) => held.includes(grant)) : null
    },
    roles: async (organization, _, ctx) =>
      (await withPart(ctx, organization, 'roles'))?.roles?.map((role) => toRole(role, organization.id)) ?? null,
    builtInRoles: async (organization, _, ctx) =>
      builtInRoles(organization.id, (await withPart(ctx, organization, 'remotePermissions'))?.remotePermissions),
    remotePermissions: async (organization, _, ctx) =>
      (await withPart(ctx, organization, 'remotePermissions'))?.remotePermissions ?? null,
    viewerHasPermissions: async ({ id, needsSecondFactor }, { permissions }, ctx) => {
      if (needsSecondFactor) return null
      const query = { organizationId: id, permissions: actionsByResource(permissions.map(grantOf)) }
      return (await restAuth.hasPermission(ctx.upstream, query)).success
    },
    members: async (organization, args, ctx, info) => {
      const page = await loadPage(ctx, organization, 'members', memberPage(new Selection(info), 'Organization'))
      return connectionOf(page, args, toMember)
    },
    teams: async (organization, args, ctx, info) => {
      const page = await loadPage(ctx, organization, 'teams', teamPage(new Selection(info)))
      return page ? { page, args } : null
    },
    invitations: async (organization, args, ctx, info) => {
      const page = await loadPage(ctx, organization, 'invitations', invitationPage(new Selection(info)))
      return page ? { page, args } : null
    },
  },
  OrganizationConnection: connectionResolvers,

  Mutation: {
    createOrganization: change(async (upstream, input) => {
      const { id } = await restAuth.createOrganization(upstream, withoutNulls(input))
      return { organizationId: id }
    }),
    updateOrganization: change(async (upstream, { organizationId, expected, ...data }) => {
      const { id } = await restAuth.updateOrganization(upstream, {
        organizationId: organizationIdOf({ organizationId }),
        data: withNames(data),
        ...(expected && { expected: withNames(expected) }),
      })
      return { organizationId: id }
    }),
    requireSecondFactor: change(async (upstream, { graceDays, required, ...input }) => {
      const organizationId = organizationIdOf(input)
      const wanted = { organizationId, required, graceDays: graceDays ?? 0 }
      return { organizationId: (await restAuth.requireSecondFactor(upstream, wanted)).organizationId }
    }),
    deleteOrganization: change(async (upstream, input) => {
      const organizationId = localId('Organization', input.organizationId)
      await restAuth.deleteOrganization(upstream, { organizationId })
      return { organizationId }
    }),
    setActiveOrganization: change(async (upstream, { slug, ...input }) => {
      const by = slug == null ? { organizationId: organizationIdOf(input) ?? null } : { organizationSlug: slug }
      return { organizationId: (await restAuth.setActiveOrganization(upstream, by))?.id }
    }),
    leaveOrganization: change(async (upstream, input) => {
      const organizationId = localId('Organization', input.organizationId)
      await restAuth.leaveOrganization(upstream, { organizationId })
      return { organizationId }
    }),
  },
  CreateOrganizationPayload: changedOrganization,
  UpdateOrganizationPayload: changedOrganization,
  RequireSecondFactorPayload: changedOrganization,
  SetActiveOrganizationPayload: changedOrganization,
  DeleteOrganizationPayload: { deletedOrganizationId: endedOrganizationId },
  LeaveOrganizationPayload: { leftOrganizationId: endedOrganizationId },
} satisfies Resolvers
