import { openToKeys } from '../../active-key/read-key.ts'
import type { Context } from '../../context.ts'
import type { Calls } from '../../http/calls.ts'
import type { Delegation } from '../../session/delegation.ts'
import { openToImpersonation } from '../../session/session-guard.ts'
import { requireActor } from '../actor.ts'
import type { Only } from '../reach.sql.ts'
import { sendJson } from '../../list/send-list.ts'
import { batchResponse } from './batch-response.ts'
import { batchRequest } from './batch-request.ts'
import { joinSession, readBatch } from './batch.ts'

export function batchRoutes({ get }: Calls, ctx: Context): void {
  get('/organization/batch', 'readOrganizationBatch', 'Read selected parts of several organizations', {
    errors: ['UNAUTHORIZED'],
    config: { ...openToImpersonation, ...openToKeys },
    querystring: batchRequest,
    returns: batchResponse,
    async handler(request, reply) {
      const only = onlyOf(request.delegation)
      const batch = { ...request.query, isDelegated: request.delegation !== undefined }
      const beside = joinSession(batch, only)
      const actor = await requireActor(ctx, request, { accessToken: true, ...(beside && { beside }) })
      return sendJson(reply, await readBatch(ctx, actor, batch, only))
    },
  })
}

function onlyOf(delegation: Delegation | null | undefined): Only {
  if (delegation?.organization === undefined) return undefined
  return delegation.organization === null ? [] : [delegation.organization]
}
