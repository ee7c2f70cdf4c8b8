import { sql } from 'database/sql.ts'
import { releasedName } from 'contract/registry.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { registryCallsOf } from '../http/registry-call.ts'
import { runChange, type RegistryContext } from '../context.ts'
import { addToLog } from '../log/log.sql.ts'
import { actorFor, type ApiContext } from '../token/caller.ts'

const call = registryCallsOf('first places')

export async function listFirstPlaces({ db }: RegistryContext): Promise<string[]> {
  const rows = await db.read<{ name: string }[]>`select "name" from "firstPlace" order by "name"`
  return rows.map(({ name }) => name)
}

export function firstPlaceRoutes(app: ZodApp, ctx: ApiContext): void {
  app.put(
    '/first-places/:name',
    call(
      'operator',
      'setFirstPlaces',
      'Whether new versions of a remote may have entries before those of all others: an order below 10',
      {
        params: z.object({ name: releasedName.refine((name) => name !== 'shell', 'must be a remote') }),
        body: z.object({ isGranted: z.boolean(), why: z.string().max(500).optional() }),
        returns: z.object({ name: z.string(), isGranted: z.boolean() }),
      },
    ),
    async (request) => {
      const { name } = request.params
      const { isGranted, why } = request.body
      const actor = await actorFor(ctx, request, name, 'promote', why)
      await runChange(ctx, name, actor, async (tx) => {
        const grant = { name, grantedAt: tx.now(), grantedBy: actor.who }
        const { count } = isGranted
          ? await tx.db.write`insert into "firstPlace" ${sql(grant)} on conflict do nothing`
          : await tx.db.write`delete from "firstPlace" where "name" = ${name}`
        const entry = { action: 'origin', name, [isGranted ? 'to' : 'from']: 'first places' } as const
        if (count > 0) await addToLog(tx, actor, entry)
      })
      return { name, isGranted }
    },
  )
}
