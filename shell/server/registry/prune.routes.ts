import { releasedName, versionNumber } from 'kit/registry'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import type { ApiContext } from './caller.ts'
import { prune } from './prune.ts'

export function pruneRoutes(app: ZodApp, ctx: ApiContext): void {
  app.post(
    '/prune',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'prune',
        summary: 'Remove what no channel, rollback, preview or page of the last 30 days needs',
        tags: ['versions'],
        response: {
          200: z.object({
            versions: z.array(z.object({ name: releasedName, version: versionNumber })),
            files: z.int(),
            bytes: z.int().describe('Of the files, with their compressed forms'),
          }),
        },
      },
    },
    async ({ caller }) => prune(ctx, { who: caller?.who ?? '' }),
  )
}
