import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'

const sdl = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')

/** Public even without introspection: the schema is not secret, and code generators need it. */
export function serveSchema(app: FastifyInstance): void {
  app.get('/graphql/schema.graphql', async (_, reply) => reply.type('text/plain; charset=utf-8').send(sdl))
}
