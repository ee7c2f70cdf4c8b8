import { pruned } from 'contract/responses.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import type { ApiContext } from '../token/caller.ts'
import { registryCallsOf } from '../http/registry-call.ts'
import { prune } from './prune.ts'

const call = registryCallsOf('versions')

export function pruneRoutes(app: ZodApp, ctx: ApiContext): void {
  app.post(
    '/prune',
    call('operator', 'prune', 'Remove versions that no channel, rollback, preview or page of the last 30 days needs', {
      returns: pruned,
    }),
    async ({ caller }) => prune(ctx, { who: caller?.who ?? '' }),
  )
}
