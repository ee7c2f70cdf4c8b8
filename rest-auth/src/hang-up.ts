import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const signals = new AsyncLocalStorage<AbortSignal>()

/** Lets what runs for a request know when its client has gone. */
export function watchHangUps(app: Pick<FastifyInstance, 'addHook'>): void {
  // After the body is read: events of its stream run in a context of their own.
  app.addHook('preValidation', (request, _reply, done) => signals.run(request.signal, done))
}

/** Aborts when the client of the present request goes before its answer; undefined outside of requests. */
export function hangUpSignal(): AbortSignal | undefined {
  return signals.getStore()
}
