import { logEntry } from 'contract/responses.ts'
import { releasedName } from 'contract/registry.ts'
import { callsOf } from 'service/calls.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { type ApiContext, onlyForOperators } from '../token/caller.ts'
import { readLog } from '../log/log.sql.ts'

export function logRoutes(app: ZodApp, ctx: ApiContext): void {
  callsOf(app, 'log').get('/log', 'readLog', 'List changes, latest first; with a token, those of its remote', {
    config: { access: 'caller' },
    querystring: z.object({
      name: releasedName.optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(50),
    }),
    returns: z.object({ entries: z.array(logEntry) }),
    async handler({ caller, query }) {
      const token = caller?.token
      // Entries of others contain emails of operators and ids of users.
      if (token && query.name !== undefined && query.name !== token.name)
        throw onlyForOperators(token, `read the log of ${query.name}`)
      return { entries: await readLog(ctx, { ...query, name: token?.name ?? query.name }) }
    },
  })
}
