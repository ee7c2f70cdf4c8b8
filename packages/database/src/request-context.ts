import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that statements run for. Background work has none, and therefore no deadline of this kind. */
export interface RequestContext {
  /** The end of its time to wait for the database, by `performance.now()`. */
  readonly deadline: number
  /** Aborted when nobody waits for the response any more. */
  readonly signal?: AbortSignal
}

export const requestContexts = new AsyncLocalStorage<RequestContext | undefined>()
