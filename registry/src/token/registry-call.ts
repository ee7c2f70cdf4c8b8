import type { FastifySchema } from 'fastify'
import { callsOf } from 'service/described-call.ts'
import type { z } from 'zod'
import type { Access } from './caller.ts'

type Input = Pick<FastifySchema, 'body' | 'querystring' | 'params' | 'description'>

/** Options of routes: who may make the call, and its part of the OpenAPI document. */
export const registryCallsOf =
  (tag: string) =>
  <Given extends Input, Output extends z.ZodType>(
    access: Access,
    operationId: string,
    summary: string,
    schema: Given & { readonly returns: Output },
  ) => ({ config: { access }, ...callsOf(tag)(operationId, summary, schema) })
