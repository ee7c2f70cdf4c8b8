import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/app-type.ts'
import { addressBuckets } from '../client-address.ts'
import { pathOf } from './rate-limit.ts'

/** Lists, and organizations in full: up to a megabyte, which takes the database and us tens of milliseconds. */
const isLarge = (method: string, path: string): boolean =>
  (method === 'GET' && path.startsWith('/organization/')) ||
  path === '/list-sessions' ||
  path === '/organization/set-active'

/** Who waits for a large answer of one client to be made. */
type Line = Set<() => void>

/**
 * Makes one large answer at a time for a client, told by its address: the others wait for their turn, as long as somebody waits
 * for them. Else one person's lists would be on all connections to the database while somebody else asks for a session.
 */
export function takeTurns(app: App, ctx: Context): void {
  /** By client, while an answer is made. */
  const lines = new Map<string, Line>()
  const turns = new WeakMap<FastifyRequest, string>()

  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(ctx, request)
    if (path === null || !isLarge(request.method, path)) return
    const client = addressBuckets(request.ip)[0]?.name ?? ''
    const line = lines.get(client)
    if (!line) lines.set(client, new Set())
    else {
      await new Promise<void>((resolve, reject) => {
        line.add(resolve)
        reply.raw.once('close', () => {
          if (line.delete(resolve)) reject(new ApiError('SERVER_BUSY')) // which nobody reads
        })
      })
    }
    turns.set(request, client)
  })

  // When the answer is there, not when its client has gone: the database works on until then.
  app.addHook('onSend', async (request) => {
    const client = turns.get(request)
    if (client === undefined || !turns.delete(request)) return
    const line = lines.get(client) ?? new Set()
    const [next] = line
    if (!next) lines.delete(client)
    else {
      line.delete(next)
      next()
    }
  })
}
