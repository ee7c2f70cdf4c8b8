import type { FastifyInstance } from 'fastify'

/** Whether a service can do its work. `reason` is why not, in a word or two; what else is said is for people who look. */
interface Readiness {
  readonly reason?: string | undefined
  readonly missing?: readonly string[]
}

/** `/live` and `/ready`. A stopping service is not ready but still serves, asking clients to close their connections. */
export function serveHealth(app: FastifyInstance, findReadiness: () => Promise<Readiness>): void {
  app.decorate('isStopping', false)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.isStopping) reply.header('connection', 'close')
    done()
  })
  app.get('/live', { logLevel: 'warn' }, async () => ({ ok: true }))
  app.get('/ready', { logLevel: 'warn' }, async (_, reply) => {
    const readiness = app.isStopping ? { reason: 'stopping' } : await findReadiness()
    const ok = readiness.reason === undefined
    return reply.code(ok ? 200 : 503).send({ ok, ...readiness })
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether it was told to end: it is not to be sent any more requests, but answers those that come. */
    isStopping: boolean
  }
}
