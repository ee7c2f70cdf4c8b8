import { releasedName } from 'contract/registry.ts'
import { firstPlace } from 'contract/responses.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { runChange } from '../context.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { addToLog } from '../log/log.sql.ts'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { deleteFirstPlace, insertFirstPlace } from './first-places.sql.ts'

const params = z.object({ name: releasedName.refine((name) => name !== 'shell', 'must be a remote') })
const tags = ['first places']

export function firstPlaceRoutes(app: ZodApp, ctx: ApiContext): void {
  app.put(
    '/first-places/:name',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'grantFirstPlaces',
        summary: 'Let new versions of a remote have entries before those of all others: an order below 10',
        tags,
        params,
        body: z.object({ why: z.string().max(500).optional() }),
        response: { 200: firstPlace },
      },
    },
    async (request) => {
      const { name } = request.params
      const actor = await actorFor(ctx, request, name, 'promote', request.body.why)
      return runChange(ctx, name, actor, async (tx) => {
        const grant = { name, grantedAt: tx.now(), grantedBy: actor.who }
        if (await insertFirstPlace(tx, grant)) await addToLog(tx, actor, { action: 'origin', name, to: 'first places' })
        return grant
      })
    },
  )

  app.delete(
    '/first-places/:name',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'revokeFirstPlaces',
        summary: 'Revoke the first places of a remote, for versions published from now on',
        tags,
        params,
        response: { 200: firstPlace.pick({ name: true }) },
      },
    },
    async (request) => {
      const { name } = request.params
      const actor = await actorFor(ctx, request, name, 'promote')
      await runChange(ctx, name, actor, async (tx) => {
        if (!(await deleteFirstPlace(tx, name)))
          throw new RegistryRefusal('GRANT_NOT_FOUND', `${name} was not granted the first places.`)
        await addToLog(tx, actor, { action: 'origin', name, from: 'first places' })
      })
      return { name }
    },
  )
}
