import { logEntry } from 'contract/responses.ts'
import { releasedName } from 'contract/registry.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { registryCallsOf } from '../token/registry-call.ts'
import type { ApiContext } from '../token/caller.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { readLog } from '../log/log.sql.ts'
import { nameOfToken } from '../token/tokens.ts'

const call = registryCallsOf('log')

export function logRoutes(app: ZodApp, ctx: ApiContext): void {
  app.get(
    '/log',
    call('caller', 'readLog', 'List changes, latest first; with a token, those of its remote', {
      querystring: z.object({
        name: releasedName.optional(),
        limit: z.coerce.number().int().min(1).max(1000).default(50),
      }),
      returns: z.object({ entries: z.array(logEntry) }),
    }),
    async ({ caller, query }) => {
      const token = caller?.token
      // Entries of others contain emails of operators and ids of users.
      if (token && query.name !== undefined && query.name !== token.name)
        throw new RegistryRefusal(
          'FORBIDDEN',
          `${nameOfToken(token)} is for ${token.name}. Only operators may read the log of ${query.name}.`,
        )
      return { entries: await readLog(ctx, { ...query, name: token?.name ?? query.name }) }
    },
  )
}
