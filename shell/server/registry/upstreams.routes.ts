import { releasedName } from 'kit/registry'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { actorFor, type ApiContext } from './caller.ts'
import { removeUpstream, setUpstream } from './upstreams.ts'
import { listUpstreams } from './upstreams.sql.ts'

const tags = ['upstreams']
const remote = z.object({ name: releasedName.refine((name) => name !== 'shell', 'must be a remote') })
const upstream = z
  .object({ name: z.string(), url: z.string().describe('An origin'), setAt: z.date(), setBy: z.string() })
  .meta({ id: 'Upstream' })

/** Of operators: which service stands behind a remote. A remote's team may not send requests of the product's users anywhere. */
export function upstreamRoutes(app: ZodApp, ctx: ApiContext): void {
  app.get(
    '/upstreams',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listUpstreams',
        summary: 'The services of remotes',
        tags,
        response: { 200: z.object({ upstreams: z.array(upstream) }) },
      },
    },
    async () => ({ upstreams: await listUpstreams(ctx) }),
  )

  app.put(
    '/upstreams/:name',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'setUpstream',
        summary: 'Send requests for /api/<name>/… to a service; the remote need not be there yet',
        tags,
        params: remote,
        body: z.object({
          url: z.string().max(300).describe('Origin of the service'),
          why: z.string().max(500).optional(),
        }),
        response: { 200: upstream },
      },
    },
    async (request) => {
      const { name } = request.params
      const { url, why } = request.body
      return setUpstream(ctx, name, url, await actorFor(ctx, request, name, 'promote', why))
    },
  )

  app.delete(
    '/upstreams/:name',
    {
      config: { access: 'operator', takesBack: true },
      schema: {
        operationId: 'removeUpstream',
        summary: 'Send no more requests there',
        tags,
        params: remote,
        response: { 200: z.object({ name: z.string() }) },
      },
    },
    async (request) => {
      const { name } = request.params
      await removeUpstream(ctx, name, await actorFor(ctx, request, name, 'promote'))
      return { name }
    },
  )
}
