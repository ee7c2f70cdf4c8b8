import { ipRanges, trueOrFalse } from './environment.ts'

export const rateLimitSettings = {
  RATE_LIMIT_ENABLED: trueOrFalse.optional(),
  RATE_LIMIT_EXEMPT: ipRanges('your own people and programs'),
}
