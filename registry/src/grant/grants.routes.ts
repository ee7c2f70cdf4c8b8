import { originKind } from 'contract/foreign-origins.ts'
import { foreignOrigin } from 'contract/responses.ts'
import { releasedName } from 'contract/registry.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { foreignOrigins, grantOrigin, revokeOrigin } from './grants.ts'

const tags = ['origins']
const remote = z.object({ name: releasedName.refine((name) => name !== 'shell', 'must be a remote') })
const use = {
  kind: originKind.describe('What pages may ask it for: data, pictures, a page in a frame'),
  origin: z.string().max(300),
}
/** Of operators: which origins pages may use for a remote. Its team can only ask. */
export function grantRoutes(app: ZodApp, ctx: ApiContext): void {
  app.get(
    '/origins',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listOrigins',
        summary: 'The foreign origins that remotes ask for, and those that were granted',
        tags,
        response: { 200: z.object({ origins: z.array(foreignOrigin) }) },
      },
    },
    async () => ({ origins: await foreignOrigins(ctx) }),
  )

  app.put(
    '/origins/:name',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'grantOrigin',
        summary: 'Let pages use a foreign origin for a remote that asks for it; the remote need not be there yet',
        tags,
        params: remote,
        body: z.object({ ...use, why: z.string().max(500).optional() }),
        response: { 200: foreignOrigin },
      },
    },
    async (request) => {
      const { name } = request.params
      const { kind, origin, why } = request.body
      return grantOrigin(ctx, { name, kind, origin }, await actorFor(ctx, request, name, 'promote', why))
    },
  )

  app.delete(
    '/origins/:name',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'revokeOrigin',
        summary: 'Let pages that are opened from now on not use it for this remote any more',
        tags,
        params: remote,
        querystring: z.object(use),
        response: { 200: z.object({ name: z.string(), kind: originKind, origin: z.string() }) },
      },
    },
    async (request) => {
      const wanted = { ...request.params, ...request.query }
      await revokeOrigin(ctx, wanted, await actorFor(ctx, request, wanted.name, 'promote'))
      return wanted
    },
  )
}
