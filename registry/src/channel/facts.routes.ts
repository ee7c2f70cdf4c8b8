import { facts } from 'kit/check/facts'
import type { ZodApp } from 'service/openapi-document.ts'
import type { ApiContext } from '../token/caller.ts'
import { readFacts } from './fit.ts'

export function factsRoutes(app: ZodApp, ctx: ApiContext): void {
  app.get(
    '/facts',
    {
      config: { access: 'caller' },
      schema: {
        operationId: 'readFacts',
        summary:
          'What is live, as far as a version has to fit it: the registry checks each publish and each move against the same',
        tags: ['versions'],
        response: { 200: facts },
      },
    },
    async () => {
      await ctx.product.refresh()
      return readFacts(ctx, ctx.product)
    },
  )
}
