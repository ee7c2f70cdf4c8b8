import { AsyncLocalStorage } from 'node:async_hooks'

/** The request for which statements run. Background work has none, and so no deadline. */
export interface RequestContext {
  /** By `performance.now()`. */
  readonly deadline: number
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal
}

export const requestContexts = new AsyncLocalStorage<RequestContext | undefined>()
