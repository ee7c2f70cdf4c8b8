import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Calls } from '../http/calls.ts'
import { sendError, logOutage } from '../http/error-handler.ts'
import { asLocation } from '../http/redirect.ts'
import { arrivalEvents } from './link.ts'
import { handleCallback, callbackFields, errorPage } from './callback.ts'
import type { Providers } from './configured-providers.ts'

/** Providers redirect the browser here or, at Apple, post a form. */
export function callbackRoutes({ get, post }: Calls, ctx: Context, providers: Providers): void {
  // The client is a browser, so unreadable requests must lead to a page, too.
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof ApiError && error.status !== 400) return sendError(error, request, reply)
    const isOurs = error instanceof DatabaseUnavailable
    if (isOurs) logOutage(request, error)
    void reply.redirect(errorPage(ctx, isOurs ? 'internal_server_error' : 'invalid_callback_request'))
  }

  const shared = {
    journal: [...arrivalEvents, 'one-time-token.made', 'session.created', 'sign-in.refused'] as const,
    errorHandler,
    params: z.object({ id: z.string() }),
    response: {
      302: z.null().describe('The browser continues at `Location`, which has an `error` parameter after a failure.'),
    },
  }

  get('/callback/:id', 'socialCallback', 'Complete a sign-in or an account link at a provider', {
    errors: [],
    isAction: true,
    ...shared,
    querystring: callbackFields,
    handler: async (request, reply) =>
      reply.redirect(asLocation(await handleCallback(ctx, providers, request, request.params.id, request.query))),
  })

  post('/callback/:id', 'socialCallbackForm', 'Complete a sign-in or an account link with a form post', {
    errors: [],
    ...shared,
    body: callbackFields,
    handler: async (request, reply) =>
      reply.redirect(asLocation(await handleCallback(ctx, providers, request, request.params.id, request.body))),
  })
}
