import type { FastifyInstance } from 'fastify'
import { release } from './release.ts'

interface Readiness {
  readonly reason?: string | undefined // set if the service is not ready
  readonly missing?: readonly string[]
}

/** A stopping service is not ready, but still serves, and closes connections. */
export function serveHealth(app: FastifyInstance, findReadiness: () => Promise<Readiness>): void {
  app.decorate('isStopping', false)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.isStopping) reply.header('connection', 'close')
    done()
  })
  app.get('/live', { logLevel: 'warn' }, async () => ({ ok: true, ...release }))
  app.get('/ready', { logLevel: 'warn' }, async (_, reply) => {
    const readiness = app.isStopping ? { reason: 'stopping' } : await findReadiness()
    const ok = readiness.reason === undefined
    return reply.code(ok ? 200 : 503).send({ ok, ...readiness })
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    isStopping: boolean
  }
}
