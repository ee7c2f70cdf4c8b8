import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { answerError, tellTrouble } from '../http/error-handler.ts'
import { answerCallback, callbackFields, errorPage } from './callback.ts'
import type { Providers } from './configured-providers.ts'

const call = callsOf('social')
const params = z.object({ id: z.string() })

const response = {
  302: z.null().describe('The browser goes on to `Location`; what went wrong stands there as `error`.'),
}

/** Where providers send the browser back to: by a redirect, or (Apple) by a form that their page posts. */
export function callbackRoutes(app: App, ctx: Context, providers: Providers): void {
  // Whatever the provider sent that we cannot read, the person at the browser must see a page.
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof ApiError && error.status !== 400) return answerError(error, request, reply)
    if (error instanceof DatabaseUnavailable) tellTrouble(request, error)
    const isOurs = error instanceof DatabaseUnavailable
    void reply.redirect(errorPage(ctx, isOurs ? 'internal_server_error' : 'invalid_callback_request'))
  }

  app.get(
    '/callback/:id',
    {
      errorHandler,
      ...call('socialCallback', 'Come back from a provider', { querystring: callbackFields, params, response }),
    },
    async (request, reply) =>
      reply.redirect(await answerCallback(ctx, providers, request, request.params.id, request.query)),
  )

  app.post(
    '/callback/:id',
    { errorHandler, ...call('socialCallbackForm', 'The same, as a form', { body: callbackFields, params, response }) },
    async (request, reply) =>
      reply.redirect(await answerCallback(ctx, providers, request, request.params.id, request.body)),
  )
}
