import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'undici'
import { accessTokenOf } from 'service/access-token.ts'
import { keyOf } from 'service/api-key.ts'
import { ipBuckets, userBucket, userBuckets, type IpBucket } from 'service/client-ip.ts'
import type { Config } from '../config.ts'
import type { Budget } from '../context.ts'
import { rateLimited } from '../errors.ts'
import { refuse } from '../execution/lenient-status.ts'
import { Callers } from '../upstream/callers.ts'
import { Budgets, minCost, type Spending } from './budgets.ts'
import { limits } from 'contract/graphql/limits.ts'

// Limits the cost by user, or by IP address without valid credentials. Charges `minCost` before
// reading the body, and the rest once it is measured. In development nothing is refused, and it
// counts by IP address, which takes no call to rest-auth.
export function limitRates(app: FastifyInstance, pool: Pool, config: Config, now: () => number): void {
  app.decorateRequest('budget')
  const budgets = new Budgets(config.GRAPHQL_COST_PER_MINUTE)
  const callers = new Callers(pool, config.AUTH_BASE_PATH, now)
  const buckets = new WeakMap<FastifyRequest, readonly IpBucket[]>()

  app.addHook('onRequest', async (request, reply) => {
    const userId = isEnforced(request) ? await callers.userOf(request) : null
    const own = config.RATE_LIMIT_EXEMPT(request.ip) ? [] : bucketsOf(request, userId)
    buckets.set(request, own)
    return applyBudget(request, reply, budgets.spend(own, minCost, minCost, now()))
  })
  app.addHook('preHandler', async (request, reply) => {
    const own = buckets.get(request)
    const more = Math.max(0, request.cost - minCost)
    return own && applyBudget(request, reply, budgets.spend(own, more, 0, now()))
  })

  const isEnforced = ({ ip }: FastifyRequest) => config.rateLimitEnabled && !config.RATE_LIMIT_EXEMPT(ip)

  function applyBudget(request: FastifyRequest, reply: FastifyReply, budget: Spending): FastifyReply | undefined {
    request.budget = { ...budget, isEnforced: isEnforced(request) }
    reply.headers({
      'ratelimit-limit': limits.cost,
      'ratelimit-remaining': budget.remaining,
      'ratelimit-reset': secondsUntil(budget.resetAt, now()),
    })
    if (budget.waitUntil === undefined || !isEnforced(request)) return undefined
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
    budget: Budget
  }
}

function bucketsOf(request: FastifyRequest, userId: string | null): readonly IpBucket[] {
  if (userId === null) return ipBuckets(request.ip)
  // All users of a service share its IP address, and so may programs.
  if (accessTokenOf(request.headers) !== undefined || keyOf(request.headers) !== undefined) return [userBucket(userId)]
  return userBuckets(userId, ipBuckets(request.ip))
}
