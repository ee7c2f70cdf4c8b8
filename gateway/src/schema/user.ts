import type { BatchAnswer } from '../rest-auth-client.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { globalId } from '../relay/global-id.ts'

export type UserSource = BatchAnswer['users'][number]

export const userResolvers: Resolvers = {
  User: {
    id: ({ id }) => globalId('U', id),
    name: ({ name }) => name ?? '',
    email: ({ email }) => email ?? '',
    image: ({ image }) => image ?? null,
  },
}
