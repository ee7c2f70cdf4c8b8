import type { FastifyRequest } from 'fastify'
import { preview } from 'contract/responses.ts'
import { previewRequest, publishRequest } from 'contract/registry.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { registryCallsOf } from '../token/registry-call.ts'
import { z } from 'zod'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { type UploadLimits, maxUploadBytes } from '../http/limit-uploads.ts'
import { createPreview, endPreview, type Creator, readPreview } from './previews.ts'
import { sendBuild } from './preview-builds.ts'
import { parseDocument } from '../publish/parse-document.ts'

const call = registryCallsOf('previews')
const id = z.object({ id: z.string().max(100) })

export function previewRoutes(app: ZodApp, ctx: ApiContext, uploads: UploadLimits): void {
  app.post(
    '/previews',
    call('override', 'createPreview', 'Create a link that shows an unreleased version to one user in one browser', {
      description:
        'The first user who follows the link and confirms it while signed in gets the preview, for at most eight hours.',
      body: previewRequest,
      returns: preview.extend({ url: z.string().describe('The link') }),
    }),
    async (request) => {
      const created = await createPreview(ctx, request.body, await creatorFor(ctx, request, request.body.name))
      return { ...created, url: `${ctx.authUrl}/preview/${created.id}` }
    },
  )

  app.get(
    '/previews/:id',
    call('anybody', 'readPreview', 'Read an unconfirmed preview', {
      params: id,
      returns: preview,
    }),
    async ({ params }) => readPreview(ctx, params.id),
  )

  app.delete(
    '/previews/:id',
    call('override', 'endPreview', 'End a preview that the caller created', {
      params: id,
      returns: z.object({ id: z.string() }),
    }),
    async (request) => {
      const { who = '', token = null } = request.caller ?? {}
      await endPreview(ctx, request.params.id, { who, tokenId: token?.id ?? null })
      return { id: request.params.id }
    },
  )

  app.put(
    '/previews/:id/build',
    {
      bodyLimit: maxUploadBytes,
      onRequest: [uploads.count, uploads.hold, ...(ctx.forwardUpload ? [ctx.forwardUpload] : [])],
      ...call('override', 'sendBuild', 'Send the next build of a remote in development', {
        params: id,
        body: publishRequest,
        returns: z.object({ build: z.int().describe('The number of this build') }),
      }),
    },
    async (request) => {
      const { name } = parseDocument(request.body.document)
      return { build: await sendBuild(ctx, request.params.id, request.body, await creatorFor(ctx, request, name)) }
    },
  )
}

const creatorFor = async (ctx: ApiContext, request: FastifyRequest, name: string): Promise<Creator> => ({
  ...(await actorFor(ctx, request, name, 'override')),
  tokenId: request.caller?.token?.id ?? null,
  publicKey: request.caller?.token?.publicKey ?? null,
})
