import type { FastifyInstance } from 'fastify'

/** Headers that no page of another site can send before it was asked for leave. Apollo Server looks for one in a GET. */
export const csrfPrevention = {
  requestHeaders: ['apollo-require-preflight', 'x-apollo-operation-name', 'graphql-require-preflight'],
}

/**
 * A bearer token is a proof as well: urql and others send nothing else with their GETs. Not so the password of a link
 * (`https://user:password@…`), which browsers send as `Authorization: Basic` from wherever the link stands.
 */
export function takeBearerForPreflight(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (/^bearer ./i.test(headers.authorization ?? '')) headers['apollo-require-preflight'] ??= 'true'
  })
}
