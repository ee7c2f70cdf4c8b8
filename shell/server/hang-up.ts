import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const signals = new AsyncLocalStorage<AbortSignal>()

export function watchHangUps(app: Pick<FastifyInstance, 'addHook'>): void {
  // After the body is read: events of its stream run in a context of their own.
  app.addHook('preValidation', (_request, reply, done) => {
    const gone = new AbortController()
    // Not Fastify's `request.signal`: of a request with a body that one ends as soon as the body is read.
    reply.raw.once('close', () => {
      // Whoever has their answer leaves nothing behind; telling nobody of it is the dearest thing in a quick request.
      if (!reply.raw.writableFinished) gone.abort()
    })
    signals.run(gone.signal, done)
  })
}

export function hangUpSignal(): AbortSignal | undefined {
  return signals.getStore()
}
