import type { FastifyRequest } from 'fastify'
import { userBucket, userBuckets, type AddressBucket } from 'service/client-address.ts'
import { KnownSessions } from 'service/known-sessions.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { sessionToken } from '../http/session-token.ts'

export interface Caller {
  /** Of a user, otherwise of the address, narrowest first. */
  readonly buckets: readonly AddressBucket[]
  /** How many times the bounds hold that only keep one client from taking all. */
  readonly factor: number
  readonly isUser: boolean
}

/** Many come for the first time in a minute at once, and each of them only then. */
const factorOfNewcomers = 10

/**
 * Counts by user if the session was found within the last minute, so that nobody behind the same address uses up their
 * limit. Unknown tokens are counted together, apart from callers without one: forged sessions keep nobody out.
 */
export function tellCallersApart(app: App, ctx: Context): (request: FastifyRequest) => Caller {
  const known = new KnownSessions()

  app.decorateRequest('sessionUserId')
  app.decorateRequest('sessionToken')
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const token = request.sessionUserId === undefined ? null : sessionToken(ctx, request)
    if (token !== null) known.note(token, request.sessionUserId ?? null, ctx.steady())
    done()
  })

  return (request) => {
    // Their service's address is that of everybody whom it serves.
    if (request.delegation) return { buckets: [userBucket(request.delegation.userId)], factor: 1, isUser: true }
    const token = sessionToken(ctx, request)
    const userId = token === null ? null : known.userOf(token, ctx.steady())
    const buckets = request.addressBuckets
    if (userId === null) return { buckets, factor: 1, isUser: false }
    if (userId !== undefined) return { buckets: userBuckets(userId, buckets), factor: 1, isUser: true }
    const ofNewcomers = buckets.map(({ name, factor }) => ({ name: `new ${name}`, factor }))
    return { buckets: ofNewcomers, factor: factorOfNewcomers, isUser: false }
  }
}
