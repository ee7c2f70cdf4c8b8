import { originKind } from 'contract/foreign-origins.ts'
import { foreignOrigin } from 'contract/responses.ts'
import { remoteName, why } from 'contract/registry.ts'
import { callsOf } from 'service/calls.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { listForeignOrigins, grantOrigin, revokeOrigin, setFirstPlaces } from './grants.ts'

const config = { access: 'operator' } as const
const remote = z.object({ name: remoteName })
const use = {
  kind: originKind.describe('What pages may load from it: data, images or frames'),
  origin: z.string().max(300),
}

/** Only for operators. The team of a remote can only request origins. */
export function grantRoutes(app: ZodApp, ctx: ApiContext): void {
  const { get, put, remove } = callsOf(app, 'origins')

  get('/origins', 'listOrigins', 'List the foreign origins that remotes request, and those granted to them', {
    config,
    returns: z.object({ origins: z.array(foreignOrigin) }),
    handler: async () => ({ origins: await listForeignOrigins(ctx) }),
  })

  put(
    '/origins/:name',
    'grantOrigin',
    'Let pages use a foreign origin that a remote requests; the remote need not exist yet',
    {
      config,
      params: remote,
      body: z.object({ ...use, why }),
      returns: foreignOrigin,
      async handler(request) {
        const { name } = request.params
        const { why: reason, ...wanted } = request.body
        return grantOrigin(ctx, { name, ...wanted }, await actorFor(ctx, request, name, 'promote', reason))
      },
    },
  )

  remove('/origins/:name', 'revokeOrigin', 'Revoke a foreign origin of a remote, for pages opened from now on', {
    config,
    params: remote,
    querystring: z.object(use),
    returns: z.object({ name: z.string(), kind: originKind, origin: z.string() }),
    async handler(request) {
      const wanted = { ...request.params, ...request.query }
      await revokeOrigin(ctx, wanted, await actorFor(ctx, request, wanted.name, 'promote'))
      return wanted
    },
  })

  callsOf(app, 'first places').put(
    '/first-places/:name',
    'setFirstPlaces',
    'Whether new versions of a remote may have entries before those of all others: an order below 10',
    {
      config,
      params: remote,
      body: z.object({ isGranted: z.boolean(), why }),
      returns: z.object({ name: z.string(), isGranted: z.boolean() }),
      async handler(request) {
        const { name } = request.params
        const { isGranted, why: reason } = request.body
        await setFirstPlaces(ctx, name, isGranted, await actorFor(ctx, request, name, 'promote', reason))
        return { name, isGranted }
      },
    },
  )
}
