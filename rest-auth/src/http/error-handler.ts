import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { ApiError, errorCodes } from '../errors.ts'
import type { App } from './app-type.ts'
import { tellRefusal } from '../security-event.ts'

const refusals = new Counter({
  name: 'refusals_total',
  help: 'Calls that were refused or failed, by the code that was answered',
  labelNames: ['code'],
})

/** Answers every failure in the one wire form; what is not a refusal of ours is logged and answered without its text. */
export function answerErrors(app: App): void {
  app.setErrorHandler(answerError)
  // Unknown paths and known ones with another method look alike, and say nothing.
  app.setNotFoundHandler((_, reply) => void reply.code(404).send())
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error)
  countRefusal(refusal.code)
  if (error instanceof DatabaseUnavailable) tellTrouble(request, error)
  else if (isFailure(refusal)) request.log.error({ err: error }, 'request failed')
  if (isSecurityMatter(refusal, request)) tellRefusal(request, refusal.code)
  if (refusal.retryAfter !== undefined) {
    reply.header('retry-after', refusal.retryAfter).header('x-retry-after', refusal.retryAfter)
  }
  const details = request.headers['x-error-details'] === 'true' && refusal.details !== undefined
  void reply.code(refusal.status).send({
    code: refusal.code,
    message: refusal.message,
    ...(details && { details: refusal.details }),
  })
}

export function countRefusal(code: string): void {
  // The others name what was asked for.
  refusals.inc({ code: errorCodes.has(code) ? code : 'OTHER' })
}

let toldAt = -Infinity

/** Once a second is enough, however many calls meet it. */
export function tellTrouble({ log }: FastifyRequest, error: DatabaseUnavailable): void {
  if (performance.now() - toldAt < 1000) return
  toldAt = performance.now()
  log.warn({ reason: error.message, code: error.code }, 'the database is unavailable')
}

/** What is wrong here, for operators to look at. That the server is busy is no fault: a flood of calls must not be one of errors too. */
const isFailure = ({ status, code, cause }: ApiError): boolean =>
  !['SERVER_BUSY', 'SERVICE_UNAVAILABLE'].includes(code) && (status >= 500 || cause !== undefined)

/** Whatever would change something or let somebody in, and whoever calls too often; not what is wrong in its form. */
function isSecurityMatter({ status, code }: ApiError, { method }: FastifyRequest): boolean {
  return status === 429 || (method === 'POST' && status < 500 && code !== 'VALIDATION_ERROR')
}

/** The refusal that an error comes to; INTERNAL_SERVER_ERROR for what nobody foresaw. */
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
