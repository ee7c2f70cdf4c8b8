import { addressRanges, trueOrFalse } from './environment.ts'

/** What servers that limit rates know of it; the limits themselves are each one's own. */
export const rateLimitSettings = {
  RATE_LIMIT_ENABLED: trueOrFalse.optional(),
  /** Whether requests from this address are not counted. */
  RATE_LIMIT_EXEMPT: addressRanges('people and programs of yours'),
}
