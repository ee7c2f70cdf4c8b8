import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds for a statement of a request that has spent its time, for example on another server. */
const minTimeout = 1000

/** The request that statements run for. Background work has none, and therefore no deadline of this kind. */
export class RequestContext {
  /** Called when nobody waits for the response any more. */
  readonly onLeave = new Set<() => void>()
  hasLeft = false
  readonly #deadline: number

  constructor(timeout: number) {
    this.#deadline = performance.now() + timeout
  }

  /** Milliseconds that it may still wait for the database. */
  get left(): number {
    return Math.max(this.#deadline - performance.now(), minTimeout)
  }

  leave(): void {
    this.hasLeft = true
    for (const act of this.onLeave) act()
  }
}

export const requestContexts = new AsyncLocalStorage<RequestContext | undefined>()
