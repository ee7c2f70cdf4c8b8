import { beyondAccessToken } from '../errors.ts'
import { organizationParts } from '../look-ahead/parts.ts'
import { Selection } from '../look-ahead/selection.ts'
import { toOwnUser } from '../sources.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import type { Resolvers } from './generated/resolvers.ts'

export const actorResolvers = {
  Query: {
    actor: async (_, __, ctx) => {
      if (ctx.upstream.caller.hasAccessToken) throw beyondAccessToken()
      return ctx.isAnonymous ? null : restAuth.getActor(ctx.upstream, {})
    },
  },
  Actor: {
    user: ({ user }) => user && toOwnUser(user),
    keyId: ({ key }) => key?.id ?? null,
    scopes: ({ key }) => key?.scopes ?? null,
    organization: ({ organizations }, _, ctx, info) => {
      const [only, second] = organizations ?? []
      return only && !second ? ctx.reads.organization({ id: only.id }, organizationParts(new Selection(info))) : null
    },
  },
} satisfies Resolvers
