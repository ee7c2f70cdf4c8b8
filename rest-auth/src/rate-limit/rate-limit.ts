import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { Counter } from 'prom-client'
import { tokenExchangePath } from 'service/access-token.ts'
import { createMemoryCounter, type Slot } from 'service/memory-counter.ts'
import { startAtZero } from 'service/metrics.ts'
import { serviceTokenPath } from 'service/service-token.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/calls.ts'
import { isLimitOfInstance, isSharedLimit, limitNames, type LimitOfInstance, type SharedLimit } from '../rate-limits.ts'
import type { Caller } from './callers.ts'
import { knownBrowsers } from './known-browser.ts'
import { takeSlots } from './rate-limit.sql.ts'

/** All other limits count by IP address, so that sessions allow no additional guesses. */
const byUser: readonly SharedLimit[] = [
  'change-password',
  'change-email',
  'send-verification-email',
  'delete-user',
  'organization/suggest-slugs',
  'organization/require-second-factor',
  'organization/invite-member',
  'organization/accept-invitation',
  'api-key/create',
]

const otherNames: Readonly<Record<string, string>> = {
  '/request-password-reset': '/forget-password',
  '/verify-password': '/change-password',
}

export interface SignInSlot {
  readonly keys: readonly string[]
  /** In seconds. The guess limit decides whether it applies to the user. */
  readonly wait: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The slot with the least remaining. */
    slot: Slot | undefined
    signInSlot: SignInSlot | undefined
  }
}

type Counting = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void

/** Refuses with 429 and Retry-After, and sets `RateLimit-*`. */
export function limitRates(app: App, ctx: Context, callerOf: (request: FastifyRequest) => Caller): void {
  const limits = ctx.config.AUTH_RATE_LIMITS
  const inMemory = {
    'any-path': createMemoryCounter(limits['any-path']),
    'all-paths': createMemoryCounter(limits['all-paths']),
    'get-session': createMemoryCounter(limits['get-session']),
    'organization/batch': createMemoryCounter(limits['organization/batch']),
    'organization/audit-log': createMemoryCounter(limits['organization/audit-log']),
    pictures: createMemoryCounter(limits.pictures),
  }
  app.decorateRequest('slot')
  app.decorateRequest('signInSlot')

  app.addHook('onRoute', (route) => {
    const path = pathOf(ctx, route.url)
    if (path === null) return
    const name = otherNames[path] ?? path
    const shared = route.method === 'POST' ? sharedLimitOf(name) : null
    const count = shared === null ? countingInMemory(name) : countingInDatabase(name, shared)
    // The user is known only from the body.
    if (path === tokenExchangePath) route.preHandler = [route.preHandler ?? [], count].flat()
    else route.onRequest = [route.onRequest ?? [], count].flat()
  })

  // Narrow networks first: what they refuse takes no slots of their neighbours.
  const countingInMemory =
    (path: string): Counting =>
    (request, _, done) => {
      if (ctx.config.RATE_LIMIT_EXEMPT(request.address)) return done()
      const caller = callerOf(request)
      const counter = limitOfInstance(path, caller)
      const now = ctx.steady()
      for (const { name, factor } of caller.buckets) {
        if (counter !== 'pictures')
          note(request, 'all-paths', inMemory['all-paths'].take(name, factor * caller.factor, now))
        note(request, counter, inMemory[counter].take(`${name}|${path}`, factor * caller.factor, now))
      }
      done()
    }
  const countingInDatabase =
    (path: string, limit: SharedLimit) =>
    async (request: FastifyRequest): Promise<void> => {
      if (ctx.config.RATE_LIMIT_EXEMPT(request.address)) return
      const caller = byUser.includes(limit) ? callerOf(request) : { buckets: request.ipBuckets, factor: 1 }
      const { max, window } = limits[limit]
      for (const { name, factor } of caller.buckets)
        note(request, 'all-paths', inMemory['all-paths'].take(name, factor * caller.factor, ctx.steady()))
      // A wide network is never quiet, so a sliding window would never end.
      const bounds = caller.buckets.map(({ name, factor }) => {
        return { key: `${name}|${path}`, window, max: max * factor, slides: factor === 1 }
      })
      const slots = await takeSlots(ctx, bounds)
      if (limit === 'sign-in') {
        const keys = bounds.slice(0, slots.length).map(({ key }) => key)
        request.signInSlot = { keys, wait: slots.at(-1)?.wait ?? 0 }
      }
      for (const slot of slots) note(request, limit, limit === 'sign-in' ? forSignIn(ctx, request, slot) : slot)
    }

  app.addHook('onSend', ({ slot }, reply, _, done) => {
    if (!slot) return done()
    const wait = reply.statusCode === 429 ? Number(reply.getHeader('retry-after') ?? slot.reset) : null
    reply.headers({
      'ratelimit-limit': slot.limit,
      'ratelimit-remaining': wait === null ? slot.remaining : 0,
      'ratelimit-reset': wait ?? slot.reset,
    })
    done()
  })
}

function note(request: FastifyRequest, limit: LimitName, slot: Slot): void {
  if (!request.slot || slot.wait > 0 || slot.remaining < request.slot.remaining) request.slot = slot
  if (slot.wait > 0) throw limitError(limit, slot.wait)
}

/** Whether a known browser has to wait depends on the user. */
const forSignIn = (ctx: Context, request: FastifyRequest, slot: Slot): Slot =>
  slot.wait > 0 && knownBrowsers(ctx, request).length > 0 ? { ...slot, wait: 0 } : slot

function sharedLimitOf(path: string): SharedLimit | null {
  for (let name = path.slice(1); name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/'))))
    if (isSharedLimit(name)) return name
  return null
}

function limitOfInstance(path: string, { isUser }: Caller): LimitOfInstance {
  if (path === '/pictures/:hash') return 'pictures'
  const name = path.slice(1)
  return isUser && isLimitOfInstance(name) ? name : 'any-path'
}

/** Without the base path. Null for health checks. */
export function pathOf({ config }: Context, url: string): string | null {
  if (url === serviceTokenPath) return url
  const base = config.AUTH_BASE_PATH
  return url.startsWith(`${base}/`) ? url.slice(base.length) : null
}

export type LimitName = SharedLimit | LimitOfInstance | 'guesses' | 'invitations'

const refusals = new Counter({
  name: 'rate_limit_refusals_total',
  help: 'Rejected requests by rate limit',
  labelNames: ['limit'],
})
startAtZero(refusals, { limit: [...limitNames, 'guesses', 'invitations'] })

export const countAbove = (limit: LimitName): void => refusals.inc({ limit })

export function limitError(limit: LimitName, retryAfter: number): ApiError {
  countAbove(limit)
  return new ApiError('TOO_MANY_REQUESTS', { retryAfter })
}
