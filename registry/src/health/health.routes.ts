import { versionHealth } from 'contract/responses.ts'
import { releasedName } from 'contract/registry.ts'
import { callsOf } from 'service/calls.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { type ApiContext, onlyForOperators } from '../token/caller.ts'
import { readHealth } from './read-health.ts'

export function healthRoutes(app: ZodApp, ctx: ApiContext): void {
  callsOf(app, 'health').get(
    '/remotes/:name/health',
    'readHealth',
    'Read failures and web vitals of the latest versions, as pages reported them within 30 days',
    {
      config: { access: 'caller' },
      params: z.object({ name: releasedName }),
      returns: z.object({ name: releasedName, versions: z.array(versionHealth) }),
      async handler({ caller, params: { name } }) {
        const token = caller?.token
        // They name lines of the sources.
        if (token && token.name !== name) throw onlyForOperators(token, `read the health of ${name}`)
        return { name, versions: await readHealth(ctx, name) }
      },
    },
  )
}
