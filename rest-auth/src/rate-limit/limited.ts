import { Counter } from 'prom-client'
import { ApiError } from '../errors.ts'
import type { LimitOfInstance, SharedLimit } from '../rate-limits.ts'

export type LimitName = SharedLimit | LimitOfInstance | 'guesses'

const refusals = new Counter({
  name: 'rate_limit_refusals_total',
  help: 'Rejected requests by rate limit',
  labelNames: ['limit'],
})

export function limitError(limit: LimitName, retryAfter: number): ApiError {
  refusals.inc({ limit })
  return new ApiError('TOO_MANY_REQUESTS', { retryAfter })
}
