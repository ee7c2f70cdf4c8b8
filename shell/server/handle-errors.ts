import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** As JSON. `error-pages.ts` replaces it where a browser wants a page. */
export const sendNotFound = (_: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', 'no-cache')
    .send({ code: 'NOT_FOUND', message: 'Nothing exists at this URL.' })

const codes: Record<number, string> = { 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' }

/** Keeps internal messages, which could name files of this machine, out of responses. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500
  // After a disconnect, errors are expected.
  if (status >= 500 && !request.socket.destroyed) request.log.error({ err: error }, 'request failed')
  const refusal =
    status < 500
      ? { code: codes[status] ?? 'BAD_REQUEST', message: error.message }
      : { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong here. Please try again.' }
  // Closing the connection while the client still sends would discard the response.
  reply.removeHeader('connection')
  void reply.code(status).header('cache-control', 'no-store').send(refusal)
}
