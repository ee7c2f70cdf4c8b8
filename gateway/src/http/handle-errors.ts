import type { FastifyError, FastifyInstance } from 'fastify'

/** Formats errors of requests that never reach GraphQL, such as malformed JSON. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(badRequest(error.message))
    request.log.error({ err: error }, 'request failed')
    const message = 'Something went wrong here. Please try again.'
    return reply.code(status).send({ errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })
  })
}

/** https://www.rfc-editor.org/rfc/rfc9110#name-405-method-not-allowed */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.route({
    method: ['DELETE', 'HEAD', 'PATCH', 'PUT'],
    url: '/graphql',
    handler: async (_, reply) => reply.code(405).header('allow', 'GET, POST').send(badRequest('Use GET or POST.')),
  })
}

export function refuseOtherPaths(app: FastifyInstance): void {
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send(badRequest('Not found. Send requests to /graphql.')))
}

const badRequest = (message: string) => ({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] })
