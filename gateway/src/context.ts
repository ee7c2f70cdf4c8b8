import type { BatchReader } from './upstream/batch-reader.ts'
import type { Upstream } from './upstream/upstream.ts'

export interface Budget {
  readonly remaining: number // never negative
  readonly isEnforced: boolean // false if nothing is refused
  readonly resetAt: number // when the budget will be full again, in Unix milliseconds
}

export interface GatewayContext {
  readonly upstream: Upstream
  readonly reads: BatchReader
  readonly isAnonymous: boolean // without credentials
  readonly cost: number // the maximum number of objects that the request may return
  readonly budget: Budget
}
