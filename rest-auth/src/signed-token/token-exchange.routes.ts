import type { FastifyReply, FastifyRequest } from 'fastify'
import { tokenExchangePath } from 'service/access-token.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { isFromBrowser } from '../http/cookies.ts'
import { answerError, asRefusal, countRefusal } from '../http/error-handler.ts'
import { tellRefusal } from '../security-event.ts'
import { readServiceToken } from './access-token.ts'
import type { SigningKeys } from './signing-key.ts'
import { exchange, exchangeAnswer, ExchangeError, exchangeForm, exchangeRefusal } from './token-exchange.ts'

const call = callsOf('signed-token')

const subjectForm = z.object({ subject_token: z.string() })

/** What a service gets for the token that a request came with to it: one by which it asks the gateway as the user. */
export function tokenExchangeRoutes(app: App, ctx: Context, keys: SigningKeys): void {
  app.post(
    tokenExchangePath,
    {
      ...call(
        'exchangeToken',
        'A token by which the service of a remote reads organizations as its user (RFC 8693); for programs',
        {
          consumes: ['application/x-www-form-urlencoded', 'application/json'],
          body: exchangeForm,
          response: { 200: exchangeAnswer, 400: exchangeRefusal },
        },
      ),
      errorHandler: answerExchangeError,
      attachValidation: true, // so that limits count what has another form, too
      // Before limits, which count the user: the service's address is that of everybody whom it serves.
      preValidation: async (request) => {
        if (isFromBrowser(request)) throw new ApiError('INVALID_ORIGIN')
        const subject = subjectForm.safeParse(request.body)
        request.delegation = subject.success ? await readServiceToken(ctx, keys, subject.data.subject_token) : null
        request.actorId = request.delegation?.userId
      },
    },
    async ({ validationError, body, delegation }) => {
      if (validationError) throw validationError
      return exchange(ctx, keys, body, delegation ?? null)
    },
  )
}

function answerExchangeError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof ExchangeError ? error : asRefusal(error)
  if (refusal instanceof ApiError && refusal.status !== 400) return answerError(error, request, reply)
  const code = refusal instanceof ExchangeError ? refusal.code : 'invalid_request'
  countRefusal(code)
  tellRefusal(request, code.toUpperCase())
  void reply.code(400).send({ error: code, error_description: refusal.message })
}
