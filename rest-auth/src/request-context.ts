import { requestContexts } from 'database/request-context.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ipBuckets, type IpBucket } from 'service/client-ip.ts'
import type { Config } from './config.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** `request.ip`, which Fastify computes on each access. */
    address: string
    ipBuckets: readonly IpBucket[]
    /** The user of the session or of the attempted sign-in, or the administrator who acts for one. */
    actorId: string | undefined
    /** The user for whom an administrator acts. */
    actedFor: string | undefined
  }
}

declare module 'database/request-context.ts' {
  interface RequestContext {
    readonly request?: FastifyRequest
  }
}

/** Undefined in background work. */
export const currentRequest = (): FastifyRequest | undefined => requestContexts.getStore()?.request

/** Cancels database calls at the deadline, and after the client has disconnected. */
export function limitDatabaseUse(app: FastifyInstance, config: Config): void {
  for (const name of ['actorId', 'actedFor', 'address', 'ipBuckets']) app.decorateRequest(name)
  app.addHook('onRequest', (request, reply, done) => {
    const client = new AbortController()
    const deadline = performance.now() + config.DATABASE_REQUEST_TIMEOUT * 1000
    request.address = request.ip
    request.ipBuckets = ipBuckets(request.address)
    reply.raw.once('close', () => {
      // Time to finish work that is almost done.
      if (!reply.raw.writableFinished) setTimeout(() => client.abort(), 250)
    })
    requestContexts.run({ deadline, signal: client.signal, request }, done) // also for reading the body: Fastify keeps the async context
  })
}
