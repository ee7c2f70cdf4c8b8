import type { FastifySchema } from 'fastify'

export const callsOf =
  (tag: string) =>
  <Schema extends FastifySchema>(operationId: string, summary: string, schema: Schema) => ({
    schema: { operationId, summary, tags: [tag], ...schema },
  })
