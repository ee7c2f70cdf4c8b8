import type { FastifyError, FastifyInstance } from 'fastify'

/** Requests that never reach GraphQL, too large or no JSON for instance, are answered in the form of all other errors. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'a request failed')
    const refusal =
      status < 500
        ? { message: error.message, extensions: { code: 'BAD_REQUEST' } }
        : { message: 'Something went wrong here. Please try again.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }
    return reply.code(status).send({ errors: [refusal] })
  })
}
