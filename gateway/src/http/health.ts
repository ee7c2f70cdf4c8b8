import type { FastifyInstance } from 'fastify'
import type { Pool } from 'undici'

/** For orchestrators: whether the process lives, and whether it can serve, which it cannot without rest-auth. */
export function healthRoutes(app: FastifyInstance, pool: Pool, basePath: string): void {
  app.get('/live', async () => ({ ok: true }))
  app.get('/ready', async (request, reply) => {
    try {
      const { statusCode, body } = await pool.request({ method: 'GET', path: `${basePath}/ok`, headersTimeout: 2000 })
      await body.dump()
      if (statusCode === 200) return { ok: true }
    } catch (error) {
      request.log.warn({ err: error }, 'rest-auth does not answer')
    }
    return reply.code(503).send({ ok: false })
  })
}
