import type { FastifyError, FastifyInstance } from 'fastify'

/** Requests that never reach GraphQL, too large or no JSON for instance, are answered in the form of all other errors. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'a request failed')
    if (status < 500) return reply.code(status).send(badRequest(error.message))
    const fault = {
      message: 'Something went wrong here. Please try again.',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    }
    return reply.code(status).send({ errors: [fault] })
  })
}

/** https://www.rfc-editor.org/rfc/rfc9110#name-405-method-not-allowed */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.route({
    method: ['DELETE', 'HEAD', 'PATCH', 'PUT'],
    url: '/graphql',
    handler: async (_, reply) => reply.code(405).header('allow', 'GET, POST').send(badRequest('Ask by GET or POST.')),
  })
}

export function refuseOtherPaths(app: FastifyInstance): void {
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send(badRequest('Nothing is here; ask at /graphql.')))
}

const badRequest = (message: string) => ({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] })
