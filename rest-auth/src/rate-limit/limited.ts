import { Counter } from 'prom-client'
import { startAtZero } from 'service/metrics.ts'
import { ApiError } from '../errors.ts'
import { limitNames, type LimitOfInstance, type SharedLimit } from '../rate-limits.ts'

export type LimitName = SharedLimit | LimitOfInstance | 'guesses'

const refusals = new Counter({
  name: 'rate_limit_refusals_total',
  help: 'Rejected requests by rate limit',
  labelNames: ['limit'],
})
startAtZero(refusals, { limit: [...limitNames, 'guesses'] })

export function limitError(limit: LimitName, retryAfter: number): ApiError {
  refusals.inc({ limit })
  return new ApiError('TOO_MANY_REQUESTS', { retryAfter })
}
