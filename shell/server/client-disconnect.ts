import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const signals = new AsyncLocalStorage<AbortSignal>()

export function trackDisconnects(app: Pick<FastifyInstance, 'addHook'>): void {
  // After the body is read, because its stream events run in another async context.
  app.addHook('preValidation', (_request, reply, done) => {
    const disconnected = new AbortController()
    // Unlike Fastify's `request.signal`, does not abort when the body is read.
    reply.raw.once('close', () => {
      // `abort` is expensive even without listeners, so skip it after a complete response.
      if (!reply.raw.writableFinished) disconnected.abort()
    })
    signals.run(disconnected.signal, done)
  })
}

export function disconnectSignal(): AbortSignal | undefined {
  return signals.getStore()
}
