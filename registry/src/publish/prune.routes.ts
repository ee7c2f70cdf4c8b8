import { pruned } from 'contract/responses.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import type { ApiContext } from '../token/caller.ts'
import { prune } from './prune.ts'

export function pruneRoutes(app: ZodApp, ctx: ApiContext): void {
  app.post(
    '/prune',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'prune',
        summary: 'Remove versions that no channel, rollback, preview or page of the last 30 days needs',
        tags: ['versions'],
        response: {
          200: pruned,
        },
      },
    },
    async ({ caller }) => prune(ctx, { who: caller?.who ?? '' }),
  )
}
