import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import type { Config } from '../config.ts'
import { refuse } from '../execution/lenient-status.ts'
import { admit } from 'contract/graphql/admission.ts'
import { LiveDocuments } from './live-documents.ts'

/** Replaces a `documentId` with the text of that live document. Rejects large requests. */
export function admitRequests(app: FastifyInstance, schema: GraphQLSchema, config: Config, now: () => number): void {
  const documents = new LiveDocuments(config.SHELL_URL, now)
  app.decorateRequest('cost', 0)
  app.addHook('preHandler', async (request, reply) => {
    const { query, documentId } = parametersOf(request)
    if (typeof query !== 'string' && typeof documentId === 'string') {
      const text = await documents.find(documentId, request.headers.cookie)
      if (text === undefined) return refuse(request, reply, documentNotFound())
      writeQuery(request, text)
    }
    const admission = admit(schema, parametersOf(request))
    if ('refusal' in admission) return refuse(request, reply, admission.refusal)
    request.cost = admission.cost
    return undefined
  })
}

interface Parameters {
  readonly query?: unknown
  readonly documentId?: unknown
}

/** Must parse a GET like Apollo Server, otherwise a crafted URL could bypass the limits. */
function parametersOf({ method, url, body }: FastifyRequest): Parameters {
  if (method === 'GET') return Object.fromEntries(new URL(url, 'http://localhost').searchParams)
  return typeof body === 'object' && body !== null ? body : {}
}

function writeQuery(request: FastifyRequest, query: string): void {
  if (request.method !== 'GET') {
    Object.assign(Object(request.body), { query })
    return
  }
  const url = new URL(request.url, 'http://localhost')
  url.searchParams.set('query', query)
  request.raw.url = `${url.pathname}${url.search}`
}

const documentNotFound = () =>
  new GraphQLError('No live version has a document with this hash.', {
    extensions: { code: 'PERSISTED_DOCUMENT_NOT_FOUND' },
  })

declare module 'fastify' {
  interface FastifyRequest {
    cost: number // the maximum number of objects in the response
  }
}
