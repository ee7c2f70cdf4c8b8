import { AsyncLocalStorage } from 'node:async_hooks'

/** The request for which statements run. Background work has none, and so no deadline. */
export interface RequestContext {
  readonly deadline: number // by `performance.now()`
  readonly signal?: AbortSignal // aborted when the client disconnects
}

export const requestContexts = new AsyncLocalStorage<RequestContext | undefined>()
