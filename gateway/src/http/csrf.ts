import type { FastifyInstance } from 'fastify'

/** Other sites cannot send these without a preflight. Apollo Server requires one for GET. */
export const csrfPrevention = {
  requestHeaders: ['apollo-require-preflight', 'x-apollo-operation-name', 'graphql-require-preflight'],
}

// Accepts a bearer token or an API key instead, because urql and others send only that with GET.
// Basic would be unsafe: browsers send the password of any link (`https://user:password@…`).
export function acceptBearerInsteadOfPreflight(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['x-api-key'] !== undefined || /^bearer ./i.test(headers.authorization ?? ''))
      headers['apollo-require-preflight'] ??= 'true'
  })
}
