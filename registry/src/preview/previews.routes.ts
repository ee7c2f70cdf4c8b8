import { preview } from 'contract/responses.ts'
import { previewLinkRequest, previewRequest, publishRequest } from 'contract/registry.ts'
import { callsOf } from 'service/calls.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { actorFor, type ApiContext } from '../token/caller.ts'
import type { UploadLimits } from '../http/limit-uploads.ts'
import { createPreview, createPreviewLink, endPreview, readPreview } from './previews.ts'
import { sendBuild } from './preview-builds.ts'
import { parseDocument } from '../publish/parse-document.ts'

const config = { access: 'override' } as const
const params = z.object({ id: z.string().max(100) })

export function previewRoutes(app: ZodApp, ctx: ApiContext, { upload }: UploadLimits): void {
  const { get, post, put, remove } = callsOf(app, 'previews')

  post('/previews', 'createPreview', 'Create a link that shows an unreleased version to one user in one browser', {
    config,
    description:
      'The first user who follows the link and confirms it while signed in gets the preview, for at most eight hours.',
    body: previewRequest,
    returns: preview.extend({ url: z.string().describe('The link') }),
    async handler(request) {
      const { body } = request
      const created = await createPreview(ctx, body, await actorFor(ctx, request, body.name, 'override'))
      return { ...created, url: `${ctx.authUrl}/preview/${created.id}` }
    },
  })

  post('/preview-links', 'createPreviewLink', 'Create the address that shows what a pull request has, or return it', {
    config,
    description:
      'Every user who confirms it while signed in gets a preview of the version that the channel has then. It lives as long as the channel.',
    body: previewLinkRequest,
    returns: previewLinkRequest.extend({ url: z.string().describe('The address') }),
    async handler(request) {
      const { body } = request
      const { id } = await createPreviewLink(ctx, body, await actorFor(ctx, request, body.name, 'override'))
      return { ...body, url: `${ctx.authUrl}/preview/${id}` }
    },
  })

  get('/previews/:id', 'readPreview', 'Read an unconfirmed preview', {
    config: { access: 'anybody' },
    params,
    returns: preview,
    handler: ({ params: { id } }) => readPreview(ctx, id),
  })

  remove('/previews/:id', 'endPreview', 'End a preview that the caller created', {
    config,
    params,
    returns: z.object({ id: z.string() }),
    async handler({ params: { id }, caller }) {
      await endPreview(ctx, id, caller?.token?.id)
      return { id }
    },
  })

  put('/previews/:id/build', 'sendBuild', 'Send the next build of a remote in development', {
    config,
    ...upload,
    params,
    body: publishRequest,
    returns: z.object({ build: z.int().describe('The number of this build') }),
    async handler(request) {
      const { body } = request
      const { name } = parseDocument(body.document)
      const actor = await actorFor(ctx, request, name, 'override')
      return { build: await sendBuild(ctx, request.params.id, body, actor) }
    },
  })
}
