import { askFor, Asker } from 'database/asker.ts'
import { addressBuckets } from 'service/client-address.ts'
import type { Context } from '../context.ts'
import type { App } from './app-type.ts'

declare module 'fastify' {
  interface FastifyRequest {
    asker: Asker | undefined
  }
}

/**
 * Bounds what one request takes of the database: how long it waits in all, and how many connections those of one address have at
 * once (of one user and organization too, as soon as they are known). What it still asks when its client has gone is given up.
 */
export function boundDatabaseUse(app: App, { config }: Context): void {
  app.decorateRequest('asker')
  app.addHook('onRequest', (request, reply, done) => {
    const asker = new Asker(config.DATABASE_REQUEST_TIMEOUT * 1000)
    asker.holders.add(`address ${addressBuckets(request.ip)[0]?.name ?? ''}`)
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) asker.leave()
    })
    request.asker = asker
    askFor(asker, done)
  })
  // Again after the body: events of its stream run in a context of their own.
  app.addHook('preValidation', ({ asker }, _, done) => askFor(asker, done))
}
