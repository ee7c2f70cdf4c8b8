import { limits } from '../limits/limits.ts'
import type { Resolvers } from './generated/resolvers.ts'

export const rateLimitResolvers = {
  Query: { rateLimit: (_, __, { cost }) => ({ cost, limit: limits.cost }) },
} satisfies Resolvers
