import { Counter } from 'prom-client'
import { ApiError } from '../errors.ts'
import type { LimitOfInstance, SharedLimit } from '../rate-limits.ts'

export type LimitName = SharedLimit | LimitOfInstance | 'guesses'

const refusals = new Counter({
  name: 'rate_limit_refusals_total',
  help: 'Calls that were refused because there were too many, by the name of the limit',
  labelNames: ['limit'],
})

/** The refusal, which is counted, of who has to wait for so many seconds. */
export function limited(limit: LimitName, retryAfter: number): ApiError {
  refusals.inc({ limit })
  return new ApiError('TOO_MANY_REQUESTS', { retryAfter })
}
