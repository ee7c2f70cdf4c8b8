import { createHash } from 'node:crypto'
import { callsOf } from 'service/calls.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { cacheBriefly } from '../http/cache-briefly.ts'
import type { ApiContext } from '../token/caller.ts'
import { hashSecret } from 'service/secret.ts'
import { findDocuments, findPreviewDocuments } from './documents.sql.ts'
import { previewCookie } from './preview-session.ts'

const config = { access: 'anybody' } as const

/** For the gateway. Public, because the scripts of pages contain these documents anyway. */
export function documentRoutes(app: ZodApp, ctx: ApiContext): void {
  const read = cacheBriefly(ctx, async () => {
    const documents = await findDocuments(ctx)
    const hash = createHash('sha256').update(JSON.stringify(documents)).digest('base64url')
    return { documents, etag: `"${hash}"` }
  })
  callsOf(app, 'versions').get(
    '/documents',
    'readDocuments',
    'List the GraphQL documents of live versions by the sha256 of their text (`documentId` of the gateway)',
    {
      config,
      returns: z.object({ documents: z.record(z.string(), z.string()) }),
      response: { 304: z.null() },
      async handler(request, reply) {
        const { documents, etag } = await read()
        void reply.headers({ etag, 'cache-control': 'no-cache' })
        return request.headers['if-none-match'] === etag ? reply.code(304).send(null) : { documents }
      },
    },
  )
  // A separate call, because the other response is the same for all browsers and cached.
  const cookie = previewCookie(ctx.authUrl)
  app.get('/previews/documents', { config }, async ({ headers }) => {
    const browser = cookie.read(headers.cookie)
    return { documents: browser === null ? {} : await findPreviewDocuments(ctx, hashSecret(browser)) }
  })
}
