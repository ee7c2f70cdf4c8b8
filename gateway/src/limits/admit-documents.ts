import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { countRefused } from '../execution/count-operations.ts'
import { contentTypeOf, statusOfRefusedDocument } from '../execution/lenient-status.ts'
import type { Config } from '../config.ts'
import { LiveDocuments } from './live-documents.ts'

/**
 * Puts the document in the place of its hash (`documentId`), for requests that name one. With GRAPHQL_DOCUMENTS=live our own pages are
 * answered nothing but documents of live remotes, by hash or as text: what else runs there asks in the name of who is signed in.
 */
export function admitDocuments(app: FastifyInstance, config: Config, now: () => number): void {
  const documents = new LiveDocuments(config.SHELL_URL, now)
  const isOwnPage = ({ headers }: FastifyRequest): boolean =>
    headers['sec-fetch-site'] === 'same-origin' || headers.origin === config.AUTH_URL

  const check = async (request: FastifyRequest): Promise<GraphQLError | null> => {
    const { query, documentId } = readRequest(request)
    if (typeof query !== 'string' && typeof documentId === 'string') {
      const text = await documents.find(documentId)
      if (text === undefined)
        return refusal('PERSISTED_DOCUMENT_NOT_FOUND', 'No live version has a document of this hash.')
      writeQuery(request, text)
      return null
    }
    if (config.GRAPHQL_DOCUMENTS === 'any' || !isOwnPage(request) || typeof query !== 'string') return null
    if (await documents.admits(query)) return null
    return refusal('DOCUMENT_NOT_LIVE', 'Pages of this product may send the documents of live remotes only.')
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

const refusal = (code: string, message: string) => new GraphQLError(message, { extensions: { code } })

/** https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters, and the name of the appendix for persisted documents. */
function readRequest({ method, url, body }: FastifyRequest): { query?: unknown; documentId?: unknown } {
  if (method !== 'GET') return typeof body === 'object' && body !== null ? body : {}
  const { searchParams } = new URL(url, 'http://localhost')
  return { query: searchParams.get('query') ?? undefined, documentId: searchParams.get('documentId') ?? undefined }
}

/** For all that reads the request from here on. */
function writeQuery(request: FastifyRequest, query: string): void {
  if (request.method !== 'GET') return void Object.assign(Object(request.body), { query })
  const url = new URL(request.url, 'http://localhost')
  url.searchParams.set('query', query)
  request.raw.url = `${url.pathname}${url.search}`
}
