import type { FastifySchema } from 'fastify'
import type { z } from 'zod'

type Input = Pick<FastifySchema, 'body' | 'querystring' | 'params' | 'description'>

/** For the OpenAPI document: calls with one response, apart from errors. */
export const callsOf =
  (tag: string) =>
  <Given extends Input, Output extends z.ZodType>(
    operationId: string,
    summary: string,
    { returns, ...given }: Given & { readonly returns: Output },
  ) => ({ schema: { operationId, summary, tags: [tag], ...given, response: { 200: returns } } })
