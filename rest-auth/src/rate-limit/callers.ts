import type { FastifyRequest } from 'fastify'
import { userBucket, userBuckets, type IpBucket } from 'service/client-ip.ts'
import { KnownSessions } from 'service/known-sessions.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/calls.ts'
import { sessionTokens } from '../http/session-token.ts'

export interface Caller {
  /** The user, otherwise the networks of the IP address, narrowest first. */
  readonly buckets: readonly IpBucket[]
  /** Multiplies limits that protect capacity. */
  readonly factor: number
  readonly isUser: boolean
}

/** Many clients may be new in the same minute, but each only once. */
const newcomerFactor = 10

/** Counts by user if the session was found in the last minute, otherwise by IP address. */
export function identifyCallers(app: App, ctx: Context): (request: FastifyRequest) => Caller {
  const known = new KnownSessions()

  app.decorateRequest('sessionUserId')
  app.decorateRequest('sessionTokens')
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const [token] = request.sessionUserId === undefined ? [] : sessionTokens(ctx, request)
    if (token !== undefined) known.note(token, request.sessionUserId ?? null, ctx.steady())
    done()
  })

  return (request) => {
    // Its IP address is shared by all users of the service.
    if (request.delegation) return { buckets: [userBucket(request.delegation.userId)], factor: 1, isUser: true }
    const tokens = sessionTokens(ctx, request)
    const users = tokens.map((token) => known.userOf(token, ctx.steady()))
    const userId = users.find((user) => typeof user === 'string') ?? (tokens.length === 0 ? null : users[0])
    const buckets = request.ipBuckets
    if (userId === null) return { buckets, factor: 1, isUser: false }
    if (userId !== undefined) return { buckets: userBuckets(userId, buckets), factor: 1, isUser: true }
    // Counted separately, so that forged sessions cannot block callers without one.
    const newcomerBuckets = buckets.map(({ name, factor }) => ({ name: `new ${name}`, factor }))
    return { buckets: newcomerBuckets, factor: newcomerFactor, isUser: false }
  }
}
