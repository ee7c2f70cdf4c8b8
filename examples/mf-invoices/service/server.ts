import { createServer, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Caller, createAuthenticator } from './authenticate.ts'

/** A request about the organization of the token. */
export interface Call {
  /** Method and path within the organization: `GET /entries`. */
  what: string
  query: URLSearchParams
  /** Parsed JSON. A body of another type, such as an uploaded picture, is a Buffer. */
  body: unknown
  userId: string
  organization: NonNullable<Caller['organization']>
}

/** `body` is sent as JSON. With a `type`, such as text/csv, it is sent as it is. */
export type Reply =
  | { status: number; body: unknown }
  | { status: number; body: string | Uint8Array; type: string; headers?: Record<string, string> }

/** An error response. The screens have texts for the codes. */
export const refused = (status: number, code: string, message: string): Reply => ({ status, body: { code, message } })

const failed = (error: unknown): Reply => {
  console.error(error)
  return refused(500, 'INTERNAL_SERVER_ERROR', 'The service failed.')
}

/** Serves `/organizations/<id>/…` if the token is for the same organization. */
export function createService(product: string, handle: (call: Call) => Reply | Promise<Reply>): Server {
  const authenticate = createAuthenticator(product)
  const respond = async (request: IncomingMessage): Promise<Reply> => {
    const caller = await authenticate(request)
    if (!caller) return refused(401, 'UNAUTHORIZED', 'The token is missing or invalid.')
    const [, id, path, query] = /^\/organizations\/([^/?]+)(\/[^?]*)(.*)/.exec(request.url ?? '') ?? []
    if (id === undefined) return refused(404, 'NOT_FOUND', 'There is nothing at this path.')
    const { userId, organization } = caller
    if (organization === null || id !== encodeURIComponent(organization.id))
      return refused(409, 'OTHER_ORGANIZATION', 'The token is for another organization.')
    const body = await readBody(request).catch(() => undefined)
    if (body === undefined) return refused(400, 'VALIDATION_ERROR', 'The body is not valid JSON.')
    return handle({ what: `${request.method} ${path}`, query: new URLSearchParams(query), body, userId, organization })
  }
  return createServer((request, response) => {
    const send = (reply: Reply) => {
      const isJson = !('type' in reply)
      const type = isJson ? 'application/json' : reply.type
      response.writeHead(reply.status, { 'content-type': type, ...(!isJson && reply.headers) })
      response.end(isJson ? JSON.stringify(reply.body) : reply.body)
    }
    void respond(request).catch(failed).then(send)
  })
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const content = await buffer(request)
  if (content.length === 0) return null
  return /^application\/json\b/.test(request.headers['content-type'] ?? '') ? JSON.parse(String(content)) : content
}
