import { channel } from 'contract/responses.ts'
import { integrity, publishRequest, releasedName, versionNumber } from 'contract/registry.ts'
import { callsOf } from 'service/calls.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { publishVersion } from './publish.ts'
import { parseDocument } from './parse-document.ts'
import type { UploadLimits } from '../http/limit-uploads.ts'
import { requireKey } from '../token/tokens.ts'
import { findMissing } from '../version/files.sql.ts'

export function publishRoutes(app: ZodApp, ctx: ApiContext, { elsewhere, upload }: UploadLimits): void {
  const { post } = callsOf(app, 'versions')

  post('/missing-files', 'findMissingFiles', 'Find out which file contents a publish has to send', {
    config: { access: 'publish' },
    bodyLimit: 1024 * 1024,
    onRequest: elsewhere,
    body: z.object({ hashes: z.array(integrity).max(10_000) }),
    returns: z.object({ missing: z.array(integrity) }),
    handler: async ({ body }) => ({ missing: await findMissing(ctx, body.hashes) }),
  })

  post('/versions', 'publishVersion', 'Publish a version, and optionally move a channel to it', {
    config: { access: 'publish' },
    ...upload,
    description: 'Publishing the same content again succeeds. Moving `stable` needs the right `promote`.',
    body: publishRequest,
    returns: z.object({
      name: releasedName,
      version: versionNumber,
      isNew: z.boolean().describe('False if it was already published with the same content'),
      channel: channel.nullable(),
    }),
    async handler(request) {
      const { body } = request
      const { name } = parseDocument(body.document)
      if (body.channel === 'stable') await actorFor(ctx, request, name, 'promote')
      const actor = await actorFor(ctx, request, name, 'publish', body.why)
      if (request.caller?.token) requireKey(request.caller.token, body.publicKey)
      return publishVersion(ctx, body, actor)
    },
  })
}
