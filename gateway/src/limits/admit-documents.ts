import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { countRefused } from '../execution/count-operations.ts'
import { contentTypeOf, statusOfRefusedDocument } from '../execution/lenient-status.ts'
import type { Config } from '../config.ts'
import { LiveDocuments } from './live-documents.ts'

/** Replaces the hash of a live remote's document (`documentId`) by its text, for requests that name one. */
export function admitDocuments(app: FastifyInstance, config: Config, now: () => number): void {
  const documents = new LiveDocuments(config.SHELL_URL, now)
  const check = async (request: FastifyRequest): Promise<GraphQLError | null> => {
    const { query, documentId } = readRequest(request)
    if (typeof query === 'string' || typeof documentId !== 'string') return null
    const text = await documents.find(documentId)
    if (text !== undefined) return writeQuery(request, text)
    const extensions = { code: 'PERSISTED_DOCUMENT_NOT_FOUND' }
    return new GraphQLError('No live version has a document of this hash.', { extensions })
  }

  app.addHook('preHandler', async (request, reply) => {
    const refused = await check(request)
    if (refused === null) return undefined
    countRefused(refused)
    const { accept } = request.headers
    reply.type(contentTypeOf(accept)).code(statusOfRefusedDocument(accept))
    return reply.send({ errors: [refused] })
  })
}

/** https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters, and the name of the appendix for persisted documents. */
function readRequest({ method, url, body }: FastifyRequest): { query?: unknown; documentId?: unknown } {
  if (method !== 'GET') return typeof body === 'object' && body !== null ? body : {}
  const { searchParams } = new URL(url, 'http://localhost')
  return { query: searchParams.get('query') ?? undefined, documentId: searchParams.get('documentId') ?? undefined }
}

/** For all that reads the request from here on. */
function writeQuery(request: FastifyRequest, query: string): null {
  if (request.method !== 'GET') {
    Object.assign(Object(request.body), { query })
    return null
  }
  const url = new URL(request.url, 'http://localhost')
  url.searchParams.set('query', query)
  request.raw.url = `${url.pathname}${url.search}`
  return null
}
