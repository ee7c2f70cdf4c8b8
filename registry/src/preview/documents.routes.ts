import { createHash } from 'node:crypto'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import type { RegistryContext } from '../context.ts'
import { findDocuments } from './documents.sql.ts'

/** So long an answer holds, in milliseconds: whoever asks, the database is not asked more often. */
const heldFor = 1000

/** What the gateway asks for: the GraphQL documents of what runs in pages. They are in scripts that everybody may load. */
export function documentRoutes(app: ZodApp, ctx: RegistryContext): void {
  let held: { until: number; answer: Promise<{ documents: Record<string, string>; etag: string }> } | undefined
  const read = async () => {
    const documents = await findDocuments(ctx)
    const hash = createHash('sha256').update(JSON.stringify(documents)).digest('base64url')
    return { documents, etag: `"${hash}"` }
  }
  app.get(
    '/documents',
    {
      config: { access: 'anybody' },
      schema: {
        operationId: 'readDocuments',
        summary:
          'GraphQL documents of live versions, by the sha256 of their text: the gateway knows them by `documentId`',
        tags: ['versions'],
        response: { 200: z.object({ documents: z.record(z.string(), z.string()) }), 304: z.null() },
      },
    },
    async (request, reply) => {
      const now = ctx.now().getTime()
      if (!held || held.until <= now) {
        const answer = read()
        held = { until: now + heldFor, answer }
        answer.catch(() => (held = undefined))
      }
      const { documents, etag } = await held.answer
      void reply.headers({ etag, 'cache-control': 'no-cache' })
      return request.headers['if-none-match'] === etag ? reply.code(304).send(null) : { documents }
    },
  )
}
