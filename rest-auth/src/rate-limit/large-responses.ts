import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/calls.ts'
import type { Caller } from './callers.ts'
import { pathOf } from './rate-limit.ts'

/** Up to a megabyte, which takes tens of milliseconds. */
const isLarge = (method: string, path: string): boolean =>
  (method === 'GET' && path.startsWith('/organization/')) ||
  path === '/list-sessions' ||
  path === '/organization/set-active'

/** Waiting requests of an IP address by caller, in the order of service. */
type Queue = Map<string, Set<() => void>>

/** One large response per IP address at a time, so that no client holds all connections. */
export function queueLargeResponses(app: App, ctx: Context, callerOf: (request: FastifyRequest) => Caller): void {
  const queues = new Map<string, Queue>()
  const active = new WeakMap<FastifyRequest, string>()

  app.addHook('onRoute', (route) => {
    const path = pathOf(ctx, route.url)
    if (path !== null && isLarge(String(route.method), path)) route.onRequest = [route.onRequest ?? [], wait].flat()
  })

  async function wait(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (ctx.config.RATE_LIMIT_EXEMPT(request.address)) return
    // Its IP address is shared by all users of the service.
    const [bucket] = request.delegation ? callerOf(request).buckets : request.ipBuckets
    const address = bucket?.name ?? ''
    const queue = queues.get(address)
    if (!queue) queues.set(address, new Map())
    else {
      const caller = callerOf(request).buckets[0]?.name ?? ''
      const waiting = queue.get(caller) ?? new Set()
      queue.set(caller, waiting)
      await new Promise<void>((resolve, reject) => {
        waiting.add(resolve)
        reply.raw.once('close', () => {
          if (waiting.delete(resolve)) reject(new ApiError('SERVER_BUSY')) // the client is gone
        })
      })
    }
    active.set(request, address)
  }

  // Not when the client leaves: the database works until the response is ready.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const address = active.get(request)
    if (address !== undefined && active.delete(request)) {
      const next = takeNext(queues.get(address) ?? new Map())
      if (next) next()
      else queues.delete(address)
    }
    done()
  })
}

function takeNext(queue: Queue): (() => void) | undefined {
  for (const [caller, waiting] of queue) {
    queue.delete(caller)
    const [next] = waiting
    if (!next) continue // all of this caller's clients left
    waiting.delete(next)
    queue.set(caller, waiting)
    return next
  }
  return undefined
}
