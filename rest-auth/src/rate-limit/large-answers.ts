import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/app-type.ts'
import type { Caller } from './callers.ts'
import { pathOf } from './rate-limit.ts'

/** Lists, and organizations in full: up to a megabyte, which takes the database and us tens of milliseconds. */
const isLarge = (method: string, path: string): boolean =>
  (method === 'GET' && path.startsWith('/organization/')) ||
  path === '/list-sessions' ||
  path === '/organization/set-active'

/** Who waits for a large answer of one address to be made, by the caller whose turn is next. */
type Line = Map<string, Set<() => void>>

/**
 * Makes one large response at a time for each address; otherwise one client's lists would hold all database connections.
 * People behind one address take turns.
 */
export function takeTurns(app: App, ctx: Context, callerOf: (request: FastifyRequest) => Caller): void {
  /** By address, while an answer is made. */
  const lines = new Map<string, Line>()
  const turns = new WeakMap<FastifyRequest, string>()

  app.addHook('onRoute', (route) => {
    const path = pathOf(ctx, route.url)
    if (path !== null && isLarge(String(route.method), path)) route.onRequest = [route.onRequest ?? [], wait].flat()
  })

  async function wait(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (ctx.config.RATE_LIMIT_EXEMPT(request.address)) return
    // A service's address is that of everybody whom it serves.
    const [bucket] = request.delegation ? callerOf(request).buckets : request.addressBuckets
    const address = bucket?.name ?? ''
    const line = lines.get(address)
    if (!line) lines.set(address, new Map())
    else {
      const caller = callerOf(request).buckets[0]?.name ?? ''
      const waiting = line.get(caller) ?? new Set()
      line.set(caller, waiting)
      await new Promise<void>((resolve, reject) => {
        waiting.add(resolve)
        reply.raw.once('close', () => {
          if (waiting.delete(resolve)) reject(new ApiError('SERVER_BUSY')) // which nobody reads
        })
      })
    }
    turns.set(request, address)
  }

  // When the answer is there, not when its client has gone: the database works on until then.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const address = turns.get(request)
    if (address !== undefined && turns.delete(request)) {
      const next = takeNext(lines.get(address) ?? new Map())
      if (next) next()
      else lines.delete(address)
    }
    done()
  })
}

/** Takes the first who waits from the line; their caller's next turn comes after everybody else's. */
function takeNext(line: Line): (() => void) | undefined {
  for (const [caller, waiting] of line) {
    line.delete(caller)
    const [next] = waiting
    if (!next) continue // all of them hung up
    waiting.delete(next)
    line.set(caller, waiting)
    return next
  }
  return undefined
}
