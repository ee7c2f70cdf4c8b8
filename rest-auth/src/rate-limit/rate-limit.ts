import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/app-type.ts'
import { addressBuckets } from 'service/client-address.ts'
import type { Caller } from './callers.ts'
import { createMemoryCounter } from './memory-counter.ts'
import { takeTurn } from './rate-limit.sql.ts'

interface Rule {
  /** The calls that share a counter: this path and those below it. */
  readonly path: string
  /** What they are counted as; without it each path has a counter of its own. */
  readonly as?: string
  readonly window: number
  readonly max: number
  /** Counted for the user where there is a session. The others are counted for the address: no session shall be a way to guess more. */
  readonly byUser?: true
}

// What guesses secrets or sends mails is counted in the database, over all instances.
const rules: readonly Rule[] = [
  { path: '/sign-in', window: 10, max: 3 },
  { path: '/sign-up', window: 10, max: 3 },
  { path: '/change-password', window: 10, max: 3, byUser: true },
  { path: '/change-email', window: 10, max: 3, byUser: true },
  { path: '/forget-password', as: '/forget-password', window: 60, max: 3 },
  { path: '/request-password-reset', as: '/forget-password', window: 60, max: 3 },
  { path: '/reset-password', window: 60, max: 3 },
  { path: '/send-verification-email', window: 60, max: 3, byUser: true },
  { path: '/delete-user', window: 60, max: 3, byUser: true },
  { path: '/disown-account', window: 60, max: 3 },
  { path: '/one-time-token/verify', window: 60, max: 3 },
  { path: '/organization/suggest-slugs', window: 10, max: 30, byUser: true },
  { path: '/organization/invite-member', window: 60, max: 10, byUser: true },
  { path: '/organization/accept-invitation', window: 60, max: 10, byUser: true },
  { path: '/organization/read-mailed-invitation', window: 60, max: 30 },
]

/** Everything else: per instance, because it only keeps one client from taking all. */
const general = { window: 10, max: 100 }
/** All that a user reads through GraphQL comes by these; what it may cost the gateway limits. */
const readsOfUsers = { paths: ['/get-session', '/organization/batch'], max: 250 }
/** All paths together, in the same window: several clients behind one address do not come near it before `general`. */
const mostOfAll = 500
/** A list of people shows all of theirs at once, and each is cheap: they count by themselves. */
const pictures = { path: '/pictures/:hash', max: 1000 }

/**
 * Refuses (429 with Retry-After) a client that calls too often: a user, or an address without a session. Nobody is believed what
 * they say of themselves.
 */
export function limitRates(app: App, ctx: Context, callerOf: (request: FastifyRequest) => Caller): void {
  const inMemory = createMemoryCounter(general.window)
  app.addHook('onRequest', async (request) => {
    const path = pathOf(ctx, request)
    if (path === null) return
    const now = ctx.steady()
    const rule =
      request.method === 'POST' ? rules.find((one) => path === one.path || path.startsWith(`${one.path}/`)) : undefined
    const caller =
      rule && !rule.byUser ? { buckets: addressBuckets(request.ip), factor: 1, isUser: false } : callerOf(request)
    const isPicture = path === pictures.path
    const isRead = caller.isUser && readsOfUsers.paths.includes(path)
    const bound = isPicture ? pictures : isRead ? readsOfUsers : general
    // The narrowest network first: what it refuses does not use up the turns of its neighbours.
    for (const { name, factor } of caller.buckets) {
      const key = `${name}|${rule?.as ?? path}`
      const waitOfAll = isPicture ? 0 : inMemory.take(name, mostOfAll * factor * caller.factor, now)
      if (waitOfAll > 0) throw new ApiError('TOO_MANY_REQUESTS', { retryAfter: waitOfAll })
      // A wide network is never quiet for long, so its window must not slide.
      const wait = rule
        ? await takeTurn(ctx, key, { window: rule.window, max: rule.max * factor, slides: factor === 1 })
        : inMemory.take(key, bound.max * factor * caller.factor, now)
      if (wait > 0) throw new ApiError('TOO_MANY_REQUESTS', { retryAfter: wait })
    }
  })
}

/** The route below the base path; null for health checks and what does not exist. */
export function pathOf(ctx: Context, request: FastifyRequest): string | null {
  const { url } = request.routeOptions
  const base = ctx.config.AUTH_BASE_PATH
  return url?.startsWith(`${base}/`) ? url.slice(base.length) : null
}
