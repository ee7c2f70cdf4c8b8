import { channel } from 'contract/responses.ts'
import { integrity, publishRequest, releasedName, versionNumber } from 'contract/registry.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { registryCallsOf } from '../token/registry-call.ts'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { publishVersion } from './publish.ts'
import { parseDocument } from './parse-document.ts'
import { type UploadLimits, maxUploadBytes } from '../http/limit-uploads.ts'
import { requireKey } from '../token/tokens.ts'
import { findMissing } from '../version/files.sql.ts'

const call = registryCallsOf('versions')

export function publishRoutes(app: ZodApp, ctx: ApiContext, uploads: UploadLimits): void {
  app.post(
    '/missing-files',
    {
      bodyLimit: 1024 * 1024,
      onRequest: uploads.hold,
      ...call('publish', 'findMissingFiles', 'Find out which file contents a publish has to send', {
        body: z.object({ hashes: z.array(integrity).max(10_000) }),
        returns: z.object({ missing: z.array(integrity) }),
      }),
    },
    async ({ body }) => ({ missing: await findMissing(ctx, body.hashes) }),
  )

  app.post(
    '/versions',
    {
      bodyLimit: maxUploadBytes,
      onRequest: [uploads.count, uploads.hold, ...(ctx.forwardUpload ? [ctx.forwardUpload] : [])],
      ...call('publish', 'publishVersion', 'Publish a version, and optionally move a channel to it', {
        description: 'Publishing the same content again succeeds. Moving `stable` needs the right `promote`.',
        body: publishRequest,
        returns: z.object({
          name: releasedName,
          version: versionNumber,
          isNew: z.boolean().describe('False if it was already published with the same content'),
          channel: channel.nullable(),
        }),
      }),
    },
    async (request) => {
      const { body } = request
      const { name } = parseDocument(body.document)
      if (body.channel === 'stable') await actorFor(ctx, request, name, 'promote')
      const actor = await actorFor(ctx, request, name, 'publish', body.why)
      if (request.caller?.token) requireKey(request.caller.token, body.publicKey)
      const { document, ...published } = await publishVersion(ctx, body, actor)
      return { name: document.name, version: document.version, ...published }
    },
  )
}
