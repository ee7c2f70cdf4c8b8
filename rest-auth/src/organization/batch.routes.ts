import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from 'service/described-call.ts'
import { requireSession } from '../session/session-guard.ts'
import { sendJson } from '../list/send-list.ts'
import { batchResponse } from './batch-response.ts'
import { batchRequest } from './batch-request.ts'
import { joinSession, readBatch } from './batch.ts'

const call = callsOf('organization')

export function batchRoutes(app: App, ctx: Context): void {
  app.get(
    '/organization/batch',
    call('readOrganizationBatch', 'Read selected parts of several organizations', {
      querystring: batchRequest,
      returns: batchResponse,
    }),
    async (request, reply) => {
      const only = request.delegation?.organization
      const beside = joinSession(request.query, only)
      const active = await requireSession(ctx, request, { accessToken: true, ...(beside && { beside }) })
      return sendJson(reply, await readBatch(ctx, active, request.query, only))
    },
  )
}
