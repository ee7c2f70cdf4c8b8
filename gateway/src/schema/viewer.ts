import type { Resolvers } from '../generated/resolvers.ts'
import { pageOfList } from '../relay/list-page.ts'
import { nodesAt } from '../relay/selection.ts'
import { restAuth } from '../rest-auth-client.ts'
import { toMember } from './member.ts'
import { organizationParts, ownPage } from './parts.ts'
import { toUser } from './user.ts'

export type ViewerSource = NonNullable<Awaited<ReturnType<typeof restAuth.getSession>>>

export const viewerResolvers: Resolvers = {
  Query: {
    viewer: (_, __, ctx) => (ctx.isAnonymous ? null : restAuth.getSession(ctx.upstream, {})),
  },
  Viewer: {
    user: ({ user }) => toUser(user),
    isEmailVerified: ({ user }) => user.emailVerified,
    activeOrganization: ({ session: { activeOrganizationId: id } }, _, ctx, info) =>
      id == null ? null : ctx.reads.organization({ id }, organizationParts(info, info.fieldNodes)),
    activeMembership: async ({ session: { activeOrganizationId: id } }, _, ctx) => {
      const found = id === null ? null : await ctx.reads.organizationParts(id, { include: 'membership' })
      return found?.membership ? toMember(found.membership) : null
    },
    organizations: async (_, args, ctx, info) => {
      const parts = organizationParts(info, [
        ...nodesAt(info, info.fieldNodes, ['nodes']),
        ...nodesAt(info, info.fieldNodes, ['edges', 'node']),
      ])
      return { page: await ctx.reads.own(ownPage(info, info.fieldNodes), parts), args }
    },
    invitations: async ({ user }, args, ctx) => {
      const all = user.emailVerified ? await restAuth.listUserInvitations(ctx.upstream, {}) : []
      return { page: pageOfList(all, args, ({ expiresAt, id }) => `${expiresAt} ${id}`), args }
    },
  },
}
