import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { knownBrowsers } from './known-browser.ts'
import { tokenExchangePath } from 'service/access-token.ts'
import { serviceTokenPath } from 'service/service-token.ts'
import type { Caller } from './callers.ts'
import { isLimitOfInstance, isSharedLimit, type LimitOfInstance, type SharedLimit } from '../rate-limits.ts'
import { limited, type LimitName } from './limited.ts'
import { createMemoryCounter, type Turn } from './memory-counter.ts'
import { takeTurns } from './rate-limit.sql.ts'

/** Counted for the user where there is a session. The others are counted for the address: no session shall be a way to guess more. */
const byUser: readonly SharedLimit[] = [
  'change-password',
  'change-email',
  'send-verification-email',
  'delete-user',
  'organization/suggest-slugs',
  'organization/invite-member',
  'organization/accept-invitation',
]

/** One call with two names. */
const otherNames: Readonly<Record<string, string>> = { '/request-password-reset': '/forget-password' }

/** What a sign-in was counted by at its address. */
export interface SignInTurn {
  readonly keys: readonly string[]
  /** Seconds that it would have to wait there; whether it does, the guesses decide. */
  readonly wait: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the counters that the request was counted by the one with the least left, which the headers tell. */
    turn: Turn | undefined
    signInTurn: SignInTurn | undefined
  }
}

type Counting = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void

/** Rejects clients that call too often (429 with Retry-After) and reports what is left in `RateLimit-*`. */
export function limitRates(app: App, ctx: Context, callerOf: (request: FastifyRequest) => Caller): void {
  const limits = ctx.config.AUTH_RATE_LIMITS
  const inMemory = {
    'any-path': createMemoryCounter(limits['any-path']),
    'all-paths': createMemoryCounter(limits['all-paths']),
    'get-session': createMemoryCounter(limits['get-session']),
    'organization/batch': createMemoryCounter(limits['organization/batch']),
    pictures: createMemoryCounter(limits.pictures),
  }
  app.decorateRequest('turn')
  app.decorateRequest('signInTurn')

  app.addHook('onRoute', (route) => {
    const path = pathOf(ctx, route.url)
    if (path === null) return
    const name = otherNames[path] ?? path
    const shared = route.method === 'POST' ? sharedLimitOf(name) : null
    const count = shared === null ? countingInMemory(name) : countingInDatabase(name, shared)
    // Whom a token is exchanged for says its body.
    if (path === tokenExchangePath) route.preHandler = [route.preHandler ?? [], count].flat()
    else route.onRequest = [route.onRequest ?? [], count].flat()
  })

  // In both the narrowest network comes first: what it refuses does not use up the turns of its neighbours.
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
      const caller = byUser.includes(limit) ? callerOf(request) : { buckets: request.addressBuckets, factor: 1 }
      const { max, window } = limits[limit]
      for (const { name, factor } of caller.buckets)
        note(request, 'all-paths', inMemory['all-paths'].take(name, factor * caller.factor, ctx.steady()))
      // A wide network is never quiet for long, so its window must not slide.
      const bounds = caller.buckets.map(({ name, factor }) => {
        return { key: `${name}|${path}`, window, max: max * factor, slides: factor === 1 }
      })
      const turns = await takeTurns(ctx, bounds)
      if (limit === 'sign-in') {
        const keys = bounds.slice(0, turns.length).map(({ key }) => key)
        request.signInTurn = { keys, wait: turns.at(-1)?.wait ?? 0 }
      }
      for (const turn of turns) note(request, limit, limit === 'sign-in' ? forSignIn(ctx, request, turn) : turn)
    }

  app.addHook('onSend', ({ turn }, reply, _, done) => {
    if (!turn) return done()
    const wait = reply.statusCode === 429 ? Number(reply.getHeader('retry-after') ?? turn.reset) : null
    reply.headers({
      'ratelimit-limit': turn.limit,
      'ratelimit-remaining': wait === null ? turn.remaining : 0,
      'ratelimit-reset': wait ?? turn.reset,
    })
    done()
  })
}

/** Throws TOO_MANY_REQUESTS when it is not this one's turn. */
function note(request: FastifyRequest, limit: LimitName, turn: Turn): void {
  if (!request.turn || turn.wait > 0 || turn.remaining < request.turn.remaining) request.turn = turn
  if (turn.wait > 0) throw limited(limit, turn.wait)
}

/** A browser in which somebody signed in before may not have to wait for what others do at its address: that takes knowing who comes. */
const forSignIn = (ctx: Context, request: FastifyRequest, turn: Turn): Turn =>
  turn.wait > 0 && knownBrowsers(ctx, request).length > 0 ? { ...turn, wait: 0 } : turn

/** The limit that a path is named by, or the nearest one that it is below. */
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

/** A route below the base path, or the inner one; null for health checks. */
export function pathOf({ config }: Context, url: string): string | null {
  if (url === serviceTokenPath) return url
  const base = config.AUTH_BASE_PATH
  return url.startsWith(`${base}/`) ? url.slice(base.length) : null
}
