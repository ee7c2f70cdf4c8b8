import type { Context } from '../../context.ts'
import type { Calls } from '../../http/calls.ts'
import { openToImpersonation, requireSession } from '../../session/session-guard.ts'
import { sendJson } from '../../list/send-list.ts'
import { batchResponse } from './batch-response.ts'
import { batchRequest } from './batch-request.ts'
import { joinSession, readBatch } from './batch.ts'

export function batchRoutes({ get }: Calls, ctx: Context): void {
  get('/organization/batch', 'readOrganizationBatch', 'Read selected parts of several organizations', {
    errors: ['UNAUTHORIZED'],
    config: openToImpersonation,
    querystring: batchRequest,
    returns: batchResponse,
    async handler(request, reply) {
      const only = request.delegation?.organization
      const batch = { ...request.query, isDelegated: request.delegation !== undefined }
      const beside = joinSession(batch, only)
      const active = await requireSession(ctx, request, { accessToken: true, ...(beside && { beside }) })
      return sendJson(reply, await readBatch(ctx, active, batch, only))
    },
  })
}
