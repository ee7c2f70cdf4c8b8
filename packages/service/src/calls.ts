import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import type { ZodApp } from './openapi-document.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keys of the errors that the call declares. */
    errors?: readonly string[]
    /** Whether programs may make the call by a key. In the OpenAPI document: `x-open-to-keys`. */
    openToKeys?: true
  }
}

type Zod = z.ZodType
type Parsed<Body extends Zod, Query extends Zod, Params extends Zod> = FastifyRequest & {
  readonly body: z.output<Body>
  readonly query: z.output<Query>
  readonly params: z.output<Params>
}

interface Call<Body extends Zod, Query extends Zod, Params extends Zod, Output extends Zod> extends Pick<
  RouteShorthandOptions,
  'bodyLimit' | 'config' | 'errorHandler' | 'onRequest'
> {
  readonly description?: string
  readonly body?: Body
  readonly querystring?: Query
  readonly params?: Params
  /** With status 200. */
  readonly returns?: Output
  /** With other statuses, apart from errors. */
  readonly response?: Readonly<Record<number, Zod>>
  /** Whether GET changes something. HEAD, which link scanners and monitors send, then does nothing. */
  readonly isAction?: boolean
  /** A method, so that each call fits a `Call` of any forms. */
  handler(request: Parsed<Body, Query, Params>, reply: FastifyReply): Promise<z.output<Output> | FastifyReply | void>
}

/** For calls that change something. Also in the OpenAPI document, as `x-journal`. */
type Declared<Journal> = [Journal] extends [never] ? unknown : { readonly journal: Journal }
interface Declarations<Journal> {
  GET: { readonly isAction?: never } | (Declared<Journal> & { readonly isAction: true })
  POST: Declared<Journal>
  PUT: Declared<Journal>
  DELETE: Declared<Journal>
}

/** The errors that a call returns, apart from those of every call. */
type DeclaredErrors<Key> = [Key] extends [never] ? unknown : { readonly errors: readonly Key[] }

/** Adds calls to the app and, under `tag`, to its OpenAPI document. They declare a `Journal` and the keys of errors. */
export function callsOf<Journal = never, Key extends string = never>(app: ZodApp, tag: string) {
  type AnyCall = Call<Zod, Zod, Zod, Zod> & { readonly journal?: Journal; readonly errors?: readonly Key[] }
  const add = <Method extends keyof Declarations<Journal>>(method: Method) => {
    const register = (url: string, operationId: string, summary: string, call: AnyCall): void => {
      const { description, body, querystring, params, returns, response, journal, errors, config, ...others } = call
      const schema = {
        operationId,
        summary,
        tags: [tag],
        ...(journal !== undefined && { 'x-journal': journal }),
        ...(config?.openToKeys && { 'x-open-to-keys': true }),
        ...(description !== undefined && { description }),
        ...(body && { body }),
        ...(querystring && { querystring }),
        ...(params && { params }),
        response: { ...(returns && { 200: returns }), ...response },
      }
      const handler = (request: Parsed<Zod, Zod, Zod>, reply: FastifyReply) => call.handler(request, reply)
      app.route({
        ...others,
        config: { ...config, ...(errors && { errors }) },
        method,
        url,
        schema,
        exposeHeadRoute: !call.isAction,
        handler,
      })
      if (call.isAction) app.head(url, { schema: { hide: true } }, async (_, reply) => reply.send())
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
      call: Call<Body, Query, Params, Output> & Declarations<Journal>[Method] & DeclaredErrors<Key>,
    ): void => register(url, operationId, summary, call)
  }
  return { get: add('GET'), post: add('POST'), put: add('PUT'), remove: add('DELETE') }
}
