import { createHash } from 'node:crypto'
import { onlyRow } from 'database/sql.ts'
import { callsOf } from 'service/calls.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { cacheBriefly } from '../http/cache-briefly.ts'
import { maxPageAge } from '../publish/prune.ts'
import type { ApiContext } from '../token/caller.ts'
import { hashSecret } from 'service/secret.ts'
import { previewCookie } from './preview-session.ts'
import { isActive } from './previews.ts'

const config = { access: 'anybody' } as const

interface Documents {
  documents: Record<string, string>
}

/** For the gateway. Public, because the scripts of pages contain these documents anyway. */
export function documentRoutes(app: ZodApp, ctx: ApiContext): void {
  const read = cacheBriefly(ctx, async function findDocuments() {
    const since = new Date(ctx.now().getTime() - maxPageAge)
    const { documents } = await onlyRow(ctx.db.read<Documents[]>`
      select coalesce(jsonb_object_agg(d."key", d."value"), '{}') as "documents"
      from "version" v, jsonb_each_text(v."document" -> 'documents') d
      where v."unpublishedAt" is null and (v."lastLiveAt" > ${since}
        or exists (select from "channel" c where c."name" = v."name" and v."version" in (c."version", c."canary")))`)
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
  app.get('/previews/documents', { config }, async function findPreviewDocuments({ headers }) {
    const browser = cookie.read(headers.cookie)
    if (browser === null) return { documents: {} }
    return onlyRow(ctx.db.read<Documents[]>`
      select coalesce(jsonb_object_agg(d."key", d."value"), '{}') as "documents"
      from "preview" p, jsonb_each_text(p."signed"::jsonb -> 'documents') d
      where p."browser" = ${hashSecret(browser)} and ${isActive(ctx)}`)
  })
}
