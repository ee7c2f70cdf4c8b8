import type { BatchReader } from './upstream/batch-reader.ts'
import type { Upstream } from './upstream/upstream.ts'

/** What is left of a budget after a request: never below zero, and all of it again at `resetAt`, in milliseconds since the epoch. */
export interface Budget {
  readonly remaining: number
  readonly resetAt: number
}

/** What every resolver gets: everything in it belongs to one request. */
export interface GatewayContext {
  readonly upstream: Upstream
  readonly reads: BatchReader
  /** Whether the request carries nothing by which rest-auth could know a session. */
  readonly isAnonymous: boolean
  /** How many objects the request may return at most. */
  readonly cost: number
  /** What is left after it, of whoever asks. */
  readonly budget: Budget
}
