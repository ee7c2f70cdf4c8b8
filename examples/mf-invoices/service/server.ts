import { createServer, type IncomingMessage, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { believe, type Who } from './who-asks.ts'

/** What somebody asks about the organization that they work in. */
export interface Call {
  /** Method, and path within the organization: `GET /entries`. */
  what: string
  body: unknown
  userId: string
  organization: NonNullable<Who['organization']>
}

export type Answer = { status: number; body: unknown }

/** The answer to what is not done; the screens have texts for the codes. */
export const refused = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } })

const failed = (error: unknown): Answer => {
  console.error(error)
  return refused(500, 'INTERNAL_SERVER_ERROR', 'Something failed here.')
}

/** Serves `/organizations/<id>/…`. What `answer` hears of is the organization of the token, which is the one of the path. */
export function createService(product: string, answer: (call: Call) => Answer): Server {
  const whoAsks = believe(product)
  const respond = async (request: IncomingMessage): Promise<Answer> => {
    const who = await whoAsks(request)
    if (!who) return refused(401, 'UNAUTHORIZED', 'Who asks?')
    const [, id, path] = /^\/organizations\/([^/?]+)(\/[^?]*)/.exec(request.url ?? '') ?? []
    if (id === undefined) return refused(404, 'NOT_FOUND', 'There is nothing at this address.')
    const { userId, organization } = who
    // A page that shows one organization must not read or change another, which became the active one meanwhile.
    if (organization === null || id !== encodeURIComponent(organization.id))
      return refused(409, 'OTHER_ORGANIZATION', 'Another organization is the active one.')
    const body: unknown = request.method === 'GET' ? null : await json(request).catch(() => undefined)
    if (body === undefined) return refused(400, 'VALIDATION_ERROR', 'The body is no JSON.')
    return answer({ what: `${request.method} ${path}`, body, userId, organization })
  }
  return createServer((request, response) => {
    const send = ({ status, body }: Answer) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    void respond(request).catch(failed).then(send)
  })
}
