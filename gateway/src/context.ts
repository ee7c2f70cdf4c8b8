import type { BatchReader } from './upstream/batch-reader.ts'
import type { Upstream } from './upstream/upstream.ts'

/** The state of a budget after a request. */
export interface Budget {
  /** Never negative. */
  readonly remaining: number
  /** When the budget will be full again, in Unix milliseconds. */
  readonly resetAt: number
}

/** The context of all resolvers of one request. */
export interface GatewayContext {
  readonly upstream: Upstream
  readonly reads: BatchReader
  /** True if the request has no credentials. */
  readonly isAnonymous: boolean
  /** The maximum number of objects that the request may return. */
  readonly cost: number
  readonly budget: Budget
}
