import { createServer, type IncomingMessage, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Caller, createAuthenticator } from './authenticate.ts'

/** A request about the organization of the token. */
export interface Call {
  /** Method and path within the organization: `GET /entries`. */
  what: string
  body: unknown
  userId: string
  organization: NonNullable<Caller['organization']>
}

export type Reply = { status: number; body: unknown }

/** An error response. The screens have texts for the codes. */
export const refused = (status: number, code: string, message: string): Reply => ({ status, body: { code, message } })

const failed = (error: unknown): Reply => {
  console.error(error)
  return refused(500, 'INTERNAL_SERVER_ERROR', 'The service failed.')
}

/** Serves `/organizations/<id>/…` if the token is for the same organization. */
export function createService(product: string, handle: (call: Call) => Reply): Server {
  const authenticate = createAuthenticator(product)
  const respond = async (request: IncomingMessage): Promise<Reply> => {
    const caller = await authenticate(request)
    if (!caller) return refused(401, 'UNAUTHORIZED', 'The token is missing or invalid.')
    const [, id, path] = /^\/organizations\/([^/?]+)(\/[^?]*)/.exec(request.url ?? '') ?? []
    if (id === undefined) return refused(404, 'NOT_FOUND', 'There is nothing at this path.')
    const { userId, organization } = caller
    if (organization === null || id !== encodeURIComponent(organization.id))
      return refused(409, 'OTHER_ORGANIZATION', 'The token is for another organization.')
    const body: unknown = request.method === 'GET' ? null : await json(request).catch(() => undefined)
    if (body === undefined) return refused(400, 'VALIDATION_ERROR', 'The body is not valid JSON.')
    return handle({ what: `${request.method} ${path}`, body, userId, organization })
  }
  return createServer((request, response) => {
    const send = ({ status, body }: Reply) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    void respond(request).catch(failed).then(send)
  })
}
