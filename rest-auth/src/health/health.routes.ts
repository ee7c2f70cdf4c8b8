import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { isDatabaseReady } from './health.sql.ts'

const ok = z.object({ ok: z.boolean() })

/** For orchestrators: whether the process lives, and whether it can serve. */
export function healthRoutes(app: App, ctx: Context): void {
  const schema = { response: { 200: ok, 503: ok } }
  app.get('/live', { schema }, async () => ({ ok: true }))
  app.get('/ready', { schema }, async (_, reply) => {
    const ready = await isDatabaseReady(ctx)
    return reply.code(ready ? 200 : 503).send({ ok: ready })
  })
}
