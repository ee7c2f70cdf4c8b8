import { sessionEnded } from '../errors.ts'
import { organizationParts, ownPage, viewerPage } from '../look-ahead/parts.ts'
import { Selection } from '../look-ahead/selection.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import { delegatingViewer, toMember, toOwnUser, viewerOfKey } from '../sources.ts'
import type { Resolvers } from './generated/resolvers.ts'

export const viewerResolvers = {
  Query: {
    viewer: async (_, __, ctx) => {
      if (ctx.upstream.caller.hasAccessToken) return delegatingViewer
      if (ctx.upstream.caller.hasKey) return viewerOfKey(await restAuth.getActor(ctx.upstream, {}))
      const session = ctx.isAnonymous ? null : await restAuth.getSession(ctx.upstream, {})
      ctx.upstream.isUnauthenticated ||= session === null
      if (session === null && ctx.upstream.caller.hasBearer) throw sessionEnded()
      return session
    },
  },
  Viewer: {
    user: ({ user }) => toOwnUser(user),
    isEmailVerified: ({ user }) => user.emailVerified,
    isEmailProved: async ({ user }, _, ctx) =>
      ctx.upstream.caller.hasKey
        ? ((await ctx.reads.user(user.id))?.proved ?? false)
        : (await restAuth.getAddressToProve(ctx.upstream, {})).isProved,
    activeOrganization: ({ session: { activeOrganizationId: id } }, _, ctx, info) =>
      id == null ? null : ctx.reads.organization({ id }, organizationParts(new Selection(info))),
    activeMembership: async ({ session: { activeOrganizationId: id } }, _, ctx) => {
      const organization = id === null ? null : await ctx.reads.organizationParts(id, { include: 'membership' })
      return organization?.membership ? toMember(organization.membership) : null
    },
    organizations: async (_, args, ctx, info) => {
      const selection = new Selection(info)
      return { page: await ctx.reads.own(ownPage(selection), organizationParts(selection.items())), args }
    },
    teams: async (_, args, ctx, info) => ({ page: await ctx.reads.ownTeams(viewerPage(new Selection(info))), args }),
    invitations: async (_, args, ctx, info) => ({
      page: await ctx.reads.received(viewerPage(new Selection(info))),
      args,
    }),
  },
  User: {
    isEmailProved: async ({ databaseId, proved }, _, ctx) =>
      proved ?? (await ctx.reads.user(databaseId))?.proved ?? null,
    updatedAt: async ({ databaseId, updatedAt }, _, ctx) =>
      updatedAt ?? (await ctx.reads.user(databaseId))?.updatedAt ?? null,
  },
} satisfies Resolvers
