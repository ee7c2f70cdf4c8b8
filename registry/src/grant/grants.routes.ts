import { originKind } from 'contract/foreign-origins.ts'
import { foreignOrigin } from 'contract/responses.ts'
import { releasedName } from 'contract/registry.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { registryCallsOf } from '../token/registry-call.ts'
import { z } from 'zod'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { listForeignOrigins, grantOrigin, revokeOrigin, setFirstPlaces } from './grants.ts'

const call = registryCallsOf('origins')
const remote = z.object({ name: releasedName.refine((name) => name !== 'shell', 'must be a remote') })
const use = {
  kind: originKind.describe('What pages may load from it: data, images or frames'),
  origin: z.string().max(300),
}

/** Only for operators. The team of a remote can only request origins. */
export function grantRoutes(app: ZodApp, ctx: ApiContext): void {
  app.get(
    '/origins',
    call('operator', 'listOrigins', 'List the foreign origins that remotes request, and those granted to them', {
      returns: z.object({ origins: z.array(foreignOrigin) }),
    }),
    async () => ({ origins: await listForeignOrigins(ctx) }),
  )

  app.put(
    '/origins/:name',
    call(
      'operator',
      'grantOrigin',
      'Let pages use a foreign origin that a remote requests; the remote need not exist yet',
      {
        params: remote,
        body: z.object({ ...use, why: z.string().max(500).optional() }),
        returns: foreignOrigin,
      },
    ),
    async (request) => {
      const { name } = request.params
      const { kind, origin, why } = request.body
      return grantOrigin(ctx, { name, kind, origin }, await actorFor(ctx, request, name, 'promote', why))
    },
  )

  app.delete(
    '/origins/:name',
    call('operator', 'revokeOrigin', 'Revoke a foreign origin of a remote, for pages opened from now on', {
      params: remote,
      querystring: z.object(use),
      returns: z.object({ name: z.string(), kind: originKind, origin: z.string() }),
    }),
    async (request) => {
      const wanted = { ...request.params, ...request.query }
      await revokeOrigin(ctx, wanted, await actorFor(ctx, request, wanted.name, 'promote'))
      return wanted
    },
  )

  app.put(
    '/first-places/:name',
    registryCallsOf('first places')(
      'operator',
      'setFirstPlaces',
      'Whether new versions of a remote may have entries before those of all others: an order below 10',
      {
        params: remote,
        body: z.object({ isGranted: z.boolean(), why: z.string().max(500).optional() }),
        returns: z.object({ name: z.string(), isGranted: z.boolean() }),
      },
    ),
    async (request) => {
      const { name } = request.params
      const { isGranted, why } = request.body
      await setFirstPlaces(ctx, name, isGranted, await actorFor(ctx, request, name, 'promote', why))
      return { name, isGranted }
    },
  )
}
