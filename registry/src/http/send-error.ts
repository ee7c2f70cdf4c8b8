import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { startAtZero } from 'service/metrics.ts'
import { RegistryRefusal, type RefusalCode, statuses } from './refusal.ts'

const refusals = new Counter({
  name: 'registry_refusals_total',
  help: 'Calls of the registry that were rejected or failed, by error code',
  labelNames: ['code'],
})
startAtZero(refusals, { code: Object.keys(statuses) })

const retryAfter: Partial<Record<RefusalCode, number>> = {
  TOO_MANY_CHANGES: 600,
  TOO_MANY_REQUESTS: 10,
  UPLOAD_TOO_COSTLY: 600,
  SERVER_BUSY: 2,
  SERVICE_UNAVAILABLE: 2,
}

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error)
  if (refusal === null) throw error // for the shell's own handler
  const { code, statusCode, message, details } = refusal
  refusals.inc({ code })
  if (error instanceof DatabaseUnavailable) request.log.warn({ reason: error.message }, 'registry database unavailable')
  if (statusCode === 401) {
    const given = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
    void reply.header('www-authenticate', `Bearer realm="registry"${given}`)
  }
  const wait = retryAfter[code]
  if (wait !== undefined) void reply.header('retry-after', wait)
  void reply.code(statusCode).send({ code, message, ...details })
}

function asRefusal(error: unknown): RegistryRefusal | null {
  if (error instanceof RegistryRefusal) return error
  if (error instanceof DatabaseUnavailable)
    return new RegistryRefusal('SERVICE_UNAVAILABLE', 'The database of the registry is unavailable. Try again soon.')
  if (!isFastifyError(error)) return null
  if (error.validation) {
    const issues = error.validation.map(({ instancePath, message = '' }) => {
      const path = instancePath.split('/').filter((part) => part !== '')
      return { path, message }
    })
    const problems = issues.map(({ path, message }) =>
      path.length > 0 ? `"${path.join('.')}" ${message}` : `it ${message}`,
    )
    const place = places[error.validationContext ?? ''] ?? 'request'
    return new RegistryRefusal('VALIDATION_ERROR', `The ${place} is not valid: ${problems.join('; ')}.`, { issues })
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new RegistryRefusal(
      'PAYLOAD_TOO_LARGE',
      'The request is too large. Remove files or fields that are not needed.',
    )
  if (error.statusCode === 400 || error.statusCode === 415)
    return new RegistryRefusal('VALIDATION_ERROR', `The body must be JSON: ${error.message}`)
  return null
}

const places: Record<string, string> = { body: 'body', params: 'address', querystring: 'query', headers: 'header' }

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ('code' in error || 'statusCode' in error)
