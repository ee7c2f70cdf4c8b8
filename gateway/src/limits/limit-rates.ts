import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'undici'
import { accessTokenOf } from 'service/access-token.ts'
import { addressBuckets, userBucket, userBuckets, type AddressBucket } from 'service/client-address.ts'
import type { Config } from '../config.ts'
import type { Budget } from '../context.ts'
import { rateLimited } from '../errors.ts'
import { refuse } from '../execution/lenient-status.ts'
import { Callers } from '../upstream/callers.ts'
import { Budgets, leastCost, type Spending } from './budgets.ts'
import { limits } from './limits.ts'

/**
 * Refuses (429) who has spent their budget: a user's whose session or access token the request carries, the address' without one. Forged
 * credentials count for the address. What any request costs is spent before its body is read, the rest once it is measured.
 */
export function limitRates(app: FastifyInstance, pool: Pool, config: Config, now: () => number): void {
  app.decorateRequest('budget')
  if (!config.rateLimitEnabled) {
    app.addHook('onRequest', async (request) => {
      request.budget = { remaining: limits.cost, resetAt: now() }
    })
    return
  }
  const budgets = new Budgets(config.GRAPHQL_COST_PER_MINUTE)
  const callers = new Callers(pool, config.AUTH_BASE_PATH, now)
  const buckets = new WeakMap<FastifyRequest, readonly AddressBucket[]>()

  app.addHook('onRequest', async (request, reply) => {
    if (config.RATE_LIMIT_EXEMPT(request.ip)) {
      request.budget = { remaining: limits.cost, resetAt: now() }
      return undefined
    }
    const userId = await callers.userOf(request)
    const own = bucketsOf(request, userId)
    buckets.set(request, own)
    return told(request, reply, budgets.spend(own, leastCost, leastCost, now()))
  })
  app.addHook('preHandler', async (request, reply) => {
    const own = buckets.get(request)
    const more = Math.max(0, request.cost - leastCost)
    return own && told(request, reply, budgets.spend(own, more, 0, now()))
  })

  function told(request: FastifyRequest, reply: FastifyReply, budget: Spending): FastifyReply | undefined {
    request.budget = budget
    reply.headers({
      'ratelimit-limit': limits.cost,
      'ratelimit-remaining': budget.remaining,
      'ratelimit-reset': secondsUntil(budget.resetAt, now()),
    })
    if (budget.waitUntil === undefined) return undefined
    const retryAfter = Math.max(1, secondsUntil(budget.waitUntil, now()))
    const { remaining, resetAt } = budget
    const extensions = { limit: limits.cost, remaining, resetAt: new Date(resetAt).toISOString() }
    reply.header('retry-after', retryAfter)
    return refuse(request, reply, rateLimited(retryAfter, extensions), 429)
  }
}

const secondsUntil = (instant: number, now: number): number => Math.ceil((instant - now) / 1000)

declare module 'fastify' {
  interface FastifyRequest {
    /** What is left after this request, of whoever asks. */
    budget: Budget
  }
}

function bucketsOf(request: FastifyRequest, userId: string | null): readonly AddressBucket[] {
  if (userId === null) return addressBuckets(request.ip)
  // A service's address is that of everybody whom it serves.
  if (accessTokenOf(request.headers) !== undefined) return [userBucket(userId)]
  return userBuckets(userId, addressBuckets(request.ip))
}
