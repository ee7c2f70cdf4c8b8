import { askFor, Asker, presentAsker } from 'database/asker.ts'
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

class RequestAsker extends Asker {
  readonly request: FastifyRequest

  constructor(patience: number, request: FastifyRequest) {
    super(patience)
    this.request = request
  }
}

/** The request for which runs what runs now; undefined for work in the background. */
export function presentRequest(): FastifyRequest | undefined {
  const asker = presentAsker()
  return asker instanceof RequestAsker ? asker.request : undefined
}

/** Bounds the wait for the database per request and the connections per address; cancels queries of clients that left. */
export function boundDatabaseUse(app: FastifyInstance, config: Config): void {
  for (const name of ['actorId', 'address', 'addressBuckets']) app.decorateRequest(name)
  app.addHook('onRequest', (request, reply, done) => {
    const asker = new RequestAsker(config.DATABASE_REQUEST_TIMEOUT * 1000, request)
    request.address = request.ip
    request.addressBuckets = addressBuckets(request.address)
    asker.holders.add(`address ${request.addressBuckets[0]?.name ?? ''}`)
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) asker.leave()
    })
    askFor(asker, done) // after the body too: Fastify keeps the context for that
  })
}
