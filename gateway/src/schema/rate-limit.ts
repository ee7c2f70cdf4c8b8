import { limits } from 'contract/graphql/limits.ts'
import type { Resolvers } from './generated/resolvers.ts'

export const rateLimitResolvers = {
  Query: {
    rateLimit: (_, __, { cost, budget: { remaining, resetAt, isEnforced } }) => ({
      cost,
      limit: limits.cost,
      remaining,
      isEnforced,
      resetAt: new Date(resetAt).toISOString(),
    }),
  },
} satisfies Resolvers
