import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'

export type App = ZodApp
export type Calls = ReturnType<typeof callsOf>

type Zod = z.ZodType
type Parsed<Body extends Zod, Query extends Zod, Params extends Zod> = FastifyRequest & {
  readonly body: z.output<Body>
  readonly query: z.output<Query>
  readonly params: z.output<Params>
}

interface Call<Body extends Zod, Query extends Zod, Params extends Zod, Output extends Zod> extends Pick<
  RouteShorthandOptions,
  'bodyLimit' | 'errorHandler'
> {
  readonly body?: Body
  readonly querystring?: Query
  readonly params?: Params
  /** With status 200. */
  readonly returns?: Output
  /** With other statuses, apart from errors. */
  readonly response?: Readonly<Record<number, Zod>>
  /** A method, so that each call fits a `Call` of any forms. */
  handler(request: Parsed<Body, Query, Params>, reply: FastifyReply): Promise<z.output<Output> | FastifyReply | void>
}

/** For calls that return nothing else. */
export const status = z.object({ status: z.boolean() })

/** Adds calls to the app and, under `tag`, to its OpenAPI document. */
export function callsOf(app: App, tag: string) {
  const add = (method: 'GET' | 'POST') => {
    const register = (url: string, operationId: string, summary: string, call: Call<Zod, Zod, Zod, Zod>): void => {
      const { body, querystring, params, returns, response } = call
      const schema = {
        operationId,
        summary,
        tags: [tag],
        ...(body && { body }),
        ...(querystring && { querystring }),
        ...(params && { params }),
        response: { ...(returns && { 200: returns }), ...response },
      }
      app.route({ ...call, method, url, schema, handler: (request, reply) => call.handler(request, reply) })
    }
    return <
      Body extends Zod = z.ZodUnknown,
      Query extends Zod = z.ZodUnknown,
      Params extends Zod = z.ZodUnknown,
      Output extends Zod = z.ZodUnknown,
    >(
      url: string,
      operationId: string,
      summary: string,
      call: Call<Body, Query, Params, Output>,
    ): void => register(url, operationId, summary, call)
  }
  return { get: add('GET'), post: add('POST') }
}
