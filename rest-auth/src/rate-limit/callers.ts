import type { FastifyRequest } from 'fastify'
import { keyOf } from 'service/api-key.ts'
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

/** Counts by user or key if it was found in the last minute, otherwise by IP address. */
export function identifyCallers(app: App, ctx: Context): (request: FastifyRequest) => Caller {
  const known = new KnownSessions()

  app.decorateRequest('sessionUserId')
  app.decorateRequest('sessionTokens')
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const given = request.key && keyOf(request.headers)
    if (given !== undefined) known.note(given, `key ${request.key?.id}`, ctx.steady())
    const [token] = request.sessionUserId === undefined ? [] : sessionTokens(ctx, request)
    if (token !== undefined) known.note(token, request.sessionUserId ?? null, ctx.steady())
    done()
  })

  return (request) => {
    const given = keyOf(request.headers)
    if (given !== undefined) return countedBy(request, known.userOf(given, ctx.steady()), (id) => [userBucket(id)])
    // Its IP address is shared by all users of the service.
    if (request.delegation) return { buckets: [userBucket(request.delegation.userId)], factor: 1, isUser: true }
    const tokens = sessionTokens(ctx, request)
    const users = tokens.map((token) => known.userOf(token, ctx.steady()))
    const userId = users.find((user) => typeof user === 'string') ?? (tokens.length === 0 ? null : users[0])
    return countedBy(request, userId, (id) => userBuckets(id, request.ipBuckets))
  }
}

/** `id` is null for callers without one, and undefined for those that are not known yet. */
function countedBy(
  { ipBuckets: buckets }: FastifyRequest,
  id: string | null | undefined,
  bucketsOf: (id: string) => readonly IpBucket[],
): Caller {
  if (id === null) return { buckets, factor: 1, isUser: false }
  if (id !== undefined) return { buckets: bucketsOf(id), factor: 1, isUser: true }
  // Counted separately, so that forged credentials cannot block callers without one.
  const newcomerBuckets = buckets.map(({ name, factor }) => ({ name: `new ${name}`, factor }))
  return { buckets: newcomerBuckets, factor: newcomerFactor, isUser: false }
}
