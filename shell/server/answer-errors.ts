import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .header('cache-control', 'no-cache')
      .send({ code: 'NOT_FOUND', message: 'There is nothing at this address.' }),
  )
}

const codes: Record<number, string> = { 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' }

/** What went wrong here is for the log: a message could name files of this machine. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500
  // What breaks because the client left is nobody's fault.
  if (status >= 500 && !request.socket.destroyed) request.log.error({ err: error }, 'a request failed')
  const refusal =
    status < 500
      ? { code: codes[status] ?? 'BAD_REQUEST', message: error.message }
      : { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong here. Please try again.' }
  // Closed while the client still sends, the connection would take the answer along; Node reads on and throws away.
  reply.removeHeader('connection')
  void reply.code(status).header('cache-control', 'no-store').send(refusal)
}
