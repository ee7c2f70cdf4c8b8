import type { Resolvers } from '../generated/resolvers.ts'
import { limits } from '../limits/limits.ts'

export const rateLimitResolvers: Resolvers = {
  Query: { rateLimit: (_, __, { cost }) => ({ cost, limit: limits.cost }) },
}
