import type { FastifySchema } from 'fastify'
import type { z } from 'zod'
import type { Access } from './caller.ts'

type Input = Pick<FastifySchema, 'body' | 'querystring' | 'params' | 'description'>

/**
 * Options of routes with one response, apart from errors: who may make the call, and its part of
 * the OpenAPI document.
 */
export const registryCallsOf =
  (tag: string) =>
  <Given extends Input, Output extends z.ZodType>(
    access: Access,
    operationId: string,
    summary: string,
    { returns, ...given }: Given & { readonly returns: Output },
  ) => ({
    config: { access },
    schema: { operationId, summary, tags: [tag], ...given, response: { 200: returns } },
  })
