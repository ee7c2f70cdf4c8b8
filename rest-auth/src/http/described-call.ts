import type { FastifySchema } from 'fastify'

/** Describes the calls with one tag, for Fastify and for the OpenAPI document. */
export const callsOf =
  (tag: string) =>
  <Schema extends FastifySchema>(operationId: string, summary: string, schema: Schema) => ({
    schema: { operationId, summary, tags: [tag], ...schema },
  })
