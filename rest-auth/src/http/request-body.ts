import { ApiError } from '../errors.ts'
import type { App } from './calls.ts'
import { containsNul, parseJsonBody } from './json-body.ts'

/** Parses JSON and forms; other types are text. Rejects NUL, which PostgreSQL cannot store. */
export function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    parseJsonBody(body),
  )
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async (request: { headers: Record<string, unknown> }, body: Buffer) =>
        parseForm(String(request.headers['content-type']), body),
    )
  }
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body)

  app.addHook('preValidation', (request, _, done) => {
    if (request.method === 'POST') request.body ??= {}
    if (containsNul(request.body)) throw new ApiError('INVALID_BODY')
    if (containsNul(request.query) || containsNul(request.params)) throw new ApiError('INVALID_QUERY')
    done()
  })
}

async function parseForm(contentType: string, body: Buffer): Promise<Record<string, unknown>> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
    return Object.fromEntries(form)
  } catch {
    throw new ApiError('INVALID_BODY')
  }
}
