import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/app-type.ts'
import { addressBuckets } from '../client-address.ts'
import { createMemoryCounter } from './memory-counter.ts'
import { takeTurn } from './rate-limit.sql.ts'

interface Rule {
  /** The calls that share a counter: this path and those below it. */
  readonly path: string
  /** What they are counted as; without it each path has a counter of its own. */
  readonly as?: string
  readonly window: number
  readonly max: number
}

// What guesses secrets or sends mails is counted in the database, over all instances.
const rules: readonly Rule[] = [
  { path: '/sign-in', window: 10, max: 3 },
  { path: '/sign-up', window: 10, max: 3 },
  { path: '/change-password', window: 10, max: 3 },
  { path: '/change-email', window: 10, max: 3 },
  { path: '/forget-password', as: '/forget-password', window: 60, max: 3 },
  { path: '/request-password-reset', as: '/forget-password', window: 60, max: 3 },
  { path: '/reset-password', window: 60, max: 3 },
  { path: '/send-verification-email', window: 60, max: 3 },
  { path: '/delete-user', window: 60, max: 3 },
  { path: '/disown-account', window: 60, max: 3 },
  { path: '/one-time-token/verify', window: 60, max: 3 },
  { path: '/organization/invite-member', window: 60, max: 10 },
  { path: '/organization/accept-invitation', window: 60, max: 10 },
  { path: '/organization/read-mailed-invitation', window: 60, max: 30 },
]

/** Everything else: per instance, because it only keeps one client from taking all. */
const general = { window: 10, max: 100 }
/** All paths together, in the same window: several clients behind one address do not come near it before `general`. */
const mostOfAll = 500
/** A list of people shows all of theirs at once, and each is cheap: they count by themselves. */
const pictures = { path: '/pictures/:hash', max: 1000 }

/** Refuses (429 with Retry-After) a client that calls too often. The client is its address, never what it says of itself. */
export function limitRates(app: App, ctx: Context): void {
  const inMemory = createMemoryCounter(general.window)
  app.addHook('onRequest', async (request) => {
    const path = pathOf(ctx, request)
    if (path === null) return
    const now = ctx.now().getTime()
    const rule =
      request.method === 'POST' ? rules.find((one) => path === one.path || path.startsWith(`${one.path}/`)) : undefined
    // The narrowest network first: what it refuses does not use up the turns of its neighbours.
    for (const { name, factor } of addressBuckets(request.ip)) {
      const isPicture = path === pictures.path
      const key = `${name}|${rule?.as ?? path}`
      const max = (rule ?? (isPicture ? pictures : general)).max * factor
      const waitOfAll = isPicture ? 0 : inMemory.take(name, mostOfAll * factor, now)
      if (waitOfAll > 0) throw new ApiError('TOO_MANY_REQUESTS', { retryAfter: waitOfAll })
      // A wide network is never quiet for long, so its window must not slide.
      const wait = rule
        ? await takeTurn(ctx, key, { window: rule.window, max, slides: factor === 1 })
        : inMemory.take(key, max, now)
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
