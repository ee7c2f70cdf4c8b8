import type { FastifyReply, FastifyRequest } from 'fastify'
import { tokenExchangePath } from 'service/access-token.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/calls.ts'
import { isFromBrowser } from '../http/cookies.ts'
import { sendError, asRefusal, countRefusal } from '../http/error-handler.ts'
import { logRefusal } from '../journal/journal.ts'
import { readServiceToken } from './access-token.ts'
import type { SigningKeys } from './signing-key.ts'
import { exchange, exchangeResponse, ExchangeError, exchangeForm, exchangeRefusal } from './token-exchange.ts'

const subjectForm = z.object({ subject_token: z.string() })

export function tokenExchangeRoutes(app: App, ctx: Context, keys: SigningKeys): void {
  app.post(
    tokenExchangePath,
    {
      schema: {
        operationId: 'exchangeToken',
        summary:
          'Exchange a token of a remote for one that reads organizations as the user (RFC 8693); only for services',
        tags: ['signed-token'],
        'x-journal': 'It only issues a token',
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: exchangeForm,
        response: { 200: exchangeResponse, 400: exchangeRefusal, 401: exchangeRefusal },
      },
      errorHandler: sendExchangeError,
      attachValidation: true, // so that limits also count malformed requests
      // Runs before the rate limits, which count by user, not by the service's IP address.
      preValidation: async (request) => {
        if (isFromBrowser(request)) throw new ApiError('INVALID_ORIGIN')
        const subject = subjectForm.safeParse(request.body)
        request.delegation = subject.success ? await readServiceToken(ctx, keys, subject.data.subject_token) : null
        request.actorId = request.delegation?.userId
      },
    },
    async ({ validationError, body, delegation, headers }) => {
      if (validationError) throw validationError
      return exchange(ctx, keys, body, delegation ?? null, headers.authorization)
    },
  )
}

function sendExchangeError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof ExchangeError ? error : asRefusal(error)
  if (refusal instanceof ApiError && refusal.status !== 400) return sendError(error, request, reply)
  const code = refusal instanceof ExchangeError ? refusal.code : 'invalid_request'
  countRefusal(code)
  logRefusal(request, code.toUpperCase())
  // RFC 6749, section 5.2.
  if (code === 'invalid_client') void reply.header('www-authenticate', 'Basic realm="token-exchange"')
  void reply.code(code === 'invalid_client' ? 401 : 400).send({ error: code, error_description: refusal.message })
}
