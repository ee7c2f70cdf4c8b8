import { facts } from 'remote-tools/check/facts'
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
        summary: 'The live state that the registry checks each publish and each move against',
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
