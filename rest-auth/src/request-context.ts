import { requestContexts } from 'database/request-context.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressBuckets, type AddressBucket } from 'service/client-address.ts'
import type { Config } from './config.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** `ip`, which Fastify finds anew each time, and what counters count it as. */
    address: string
    addressBuckets: readonly AddressBucket[]
    /** Whose session it is, or whose account somebody tries to enter: for security events. */
    actorId: string | undefined
  }
}

declare module 'database/request-context.ts' {
  interface RequestContext {
    readonly request?: FastifyRequest
  }
}

/** The request for which runs what runs now; undefined for work in the background. */
export const presentRequest = (): FastifyRequest | undefined => requestContexts.getStore()?.request

/** Bounds the wait for the database per request, and cancels statements of clients that have left. */
export function boundDatabaseUse(app: FastifyInstance, config: Config): void {
  for (const name of ['actorId', 'address', 'addressBuckets']) app.decorateRequest(name)
  app.addHook('onRequest', (request, reply, done) => {
    const client = new AbortController()
    const deadline = performance.now() + config.DATABASE_REQUEST_TIMEOUT * 1000
    request.address = request.ip
    request.addressBuckets = addressBuckets(request.address)
    reply.raw.once('close', () => {
      // Work that is nearly done is not undone.
      if (!reply.raw.writableFinished) setTimeout(() => client.abort(), 250)
    })
    requestContexts.run({ deadline, signal: client.signal, request }, done) // after the body too: Fastify keeps the context for that
  })
}
