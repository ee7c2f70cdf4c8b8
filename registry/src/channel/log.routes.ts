import { logEntry } from 'contract/responses.ts'
import { releasedName } from 'contract/registry.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import type { ApiContext } from '../token/caller.ts'
import { readLog } from '../log/log.sql.ts'

export function logRoutes(app: ZodApp, ctx: ApiContext): void {
  app.get(
    '/log',
    {
      config: { access: 'caller' },
      schema: {
        operationId: 'readLog',
        summary: 'List changes, latest first',
        tags: ['log'],
        querystring: z.object({
          name: releasedName.optional(),
          limit: z.coerce.number().int().min(1).max(1000).default(50),
        }),
        response: {
          200: z.object({ entries: z.array(logEntry) }),
        },
      },
    },
    async ({ query }) => ({ entries: await readLog(ctx, query) }),
  )
}
