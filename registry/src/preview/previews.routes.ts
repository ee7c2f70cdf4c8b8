import type { FastifyRequest } from 'fastify'
import { preview } from 'contract/responses.ts'
import { previewRequest, publishRequest } from 'contract/registry.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { actorFor, type ApiContext } from '../token/caller.ts'
import { createPreview, endPreview, type Maker, readPreview } from './previews.ts'
import { sendBuild } from './preview-builds.ts'
import { parseDocument } from '../publish/parse-document.ts'

const tags = ['previews']
const id = z.object({ id: z.string().max(100) })

/** Links to previews, for those who make them. */
export function previewRoutes(app: ZodApp, ctx: ApiContext): void {
  app.post(
    '/previews',
    {
      config: { access: 'override' },
      schema: {
        operationId: 'createPreview',
        summary: 'Make a link by which one user, in one browser, can see what visitors do not get',
        description:
          'Who follows it while signed in, reads what it is and confirms it, sees it for eight hours at most. It works once.',
        tags,
        body: previewRequest,
        response: { 200: preview.extend({ url: z.string().describe('The link') }) },
      },
    },
    async (request) => {
      const made = await createPreview(ctx, request.body, await makerOf(ctx, request, request.body.name))
      return { ...made, url: `${ctx.authUrl}/preview/${made.id}` }
    },
  )

  app.get(
    '/previews/:id',
    {
      config: { access: 'anybody' },
      schema: {
        operationId: 'readPreview',
        summary: 'What a link leads to that nobody has confirmed yet',
        tags,
        params: id,
        response: { 200: preview },
      },
    },
    async ({ params }) => readPreview(ctx, params.id),
  )

  app.delete(
    '/previews/:id',
    {
      config: { access: 'override' },
      schema: {
        operationId: 'endPreview',
        summary: 'End a preview that one has made',
        tags,
        params: id,
        response: { 200: z.object({ id: z.string() }) },
      },
    },
    async (request) => {
      const { who = '', token = null } = request.caller ?? {}
      await endPreview(ctx, request.params.id, { who, tokenId: token?.id ?? null })
      return { id: request.params.id }
    },
  )

  app.put(
    '/previews/:id/build',
    {
      config: { access: 'override' },
      bodyLimit: 32 * 1024 * 1024,
      schema: {
        operationId: 'sendBuild',
        summary: 'Show the next build of a remote that is being developed',
        tags,
        params: id,
        body: publishRequest,
        response: { 200: z.object({ build: z.int().describe('How many there were') }) },
      },
    },
    async (request) => {
      const { name } = parseDocument(request.body.document)
      return { build: await sendBuild(ctx, request.params.id, request.body, await makerOf(ctx, request, name)) }
    },
  )
}

const makerOf = async (ctx: ApiContext, request: FastifyRequest, name: string): Promise<Maker> => ({
  ...(await actorFor(ctx, request, name, 'override')),
  tokenId: request.caller?.token?.id ?? null,
  publicKey: request.caller?.token?.publicKey ?? null,
})
