import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { startAtZero } from 'service/metrics.ts'
import type { Config } from '../config.ts'
import { ApiError, errorCodes } from '../errors.ts'
import { forClient } from '../newer-codes.ts'
import type { App } from './calls.ts'
import { logRefusal } from '../journal/journal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly config: Config
  }
}

const refusals = new Counter({
  name: 'refusals_total',
  help: 'Refused and failed requests by error code',
  labelNames: ['code'],
})
startAtZero(refusals, { code: [...errorCodes, 'OTHER'] })

/** Unexpected errors are logged, and their text is never sent. */
export function handleErrors(app: App, config: Config): void {
  app.decorate('config', config)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((_, reply) => void reply.code(404).send())
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error)
  countRefusal(refusal.code)
  if (error instanceof DatabaseUnavailable) logOutage(request, error)
  else if (isFailure(refusal)) request.log.error({ err: error }, 'request failed')
  if (isSecurityMatter(refusal, request)) logRefusal(request, refusal.code)
  if (refusal.retryAfter !== undefined) {
    reply.header('retry-after', refusal.retryAfter).header('x-retry-after', refusal.retryAfter)
  }
  const details = request.headers['x-error-details'] === 'true' && refusal.details !== undefined
  const missing = refusal.details?.missingPermissions
  const { status, code } = forClient(request.server.config, refusal, request)
  void reply.code(status).send({
    code,
    message: refusal.message,
    ...(missing && { missingPermissions: missing }),
    ...(details && { details: refusal.details }),
  })
}

export function countRefusal(code: string): void {
  // Other codes contain input.
  refusals.inc({ code: errorCodes.has(code) ? code : 'OTHER' })
}

let loggedAt = -Infinity

export function logOutage({ log }: FastifyRequest, error: DatabaseUnavailable): void {
  if (performance.now() - loggedAt < 1000) return
  loggedAt = performance.now()
  log.warn({ reason: error.message, code: error.code }, 'database unavailable')
}

/** Overload is not a failure: a flood of requests must not flood the error log. */
const isFailure = ({ status, code, cause }: ApiError): boolean =>
  !['SERVER_BUSY', 'SERVICE_UNAVAILABLE'].includes(code) && (status >= 500 || cause !== undefined)

/** Refused changes and sign-ins, and exceeded limits, but not malformed requests. */
function isSecurityMatter({ status, code }: ApiError, { method }: FastifyRequest): boolean {
  return status === 429 || (method === 'POST' && status < 500 && code !== 'VALIDATION_ERROR')
}

export function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailable) return new ApiError('SERVICE_UNAVAILABLE', { retryAfter: 2 })
  if (!isFastifyError(error)) return new ApiError('INTERNAL_SERVER_ERROR')
  if (error.validation) {
    const issues = error.validation.map(({ instancePath, message = '' }) => ({
      path: instancePath.split('/').filter((name) => name !== ''),
      message,
    }))
    return new ApiError(error.validationContext === 'body' ? 'INVALID_BODY' : 'INVALID_QUERY', { details: { issues } })
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('PAYLOAD_TOO_LARGE')
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new ApiError('INVALID_QUERY')
  if (error.code.startsWith('FST_ERR_CTP_')) return new ApiError('INVALID_BODY')
  return new ApiError('INTERNAL_SERVER_ERROR')
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
