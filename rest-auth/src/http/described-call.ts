import type { FastifySchema } from 'fastify'
import { z } from 'zod'

export const status = z.object({ status: z.boolean() })

export const describeCall = <Schema extends FastifySchema>(
  tag: string,
  operationId: string,
  summary: string,
  schema: Schema,
) => ({ schema: { operationId, summary, tags: [tag], ...schema } })

type Input = Pick<FastifySchema, 'body' | 'querystring'>

/** For calls with one response, apart from errors. */
export const callsOf =
  (tag: string) =>
  <Given extends Input, Output extends z.ZodType>(
    operationId: string,
    summary: string,
    { returns, ...input }: Given & { readonly returns: Output },
  ) =>
    describeCall(tag, operationId, summary, { ...input, response: { 200: returns } })
