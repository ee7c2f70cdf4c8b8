import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds for a statement of a request that has spent its time, for example on another server. */
const minTimeout = 1000

/** The request that statements run for. Background work has none, and therefore no deadline of this kind. */
export class RequestContext {
  /** Called when the client disconnects before its response. */
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

const contexts = new AsyncLocalStorage<RequestContext | undefined>()

/** Runs `run` and everything that it starts for `context`. */
export const runFor = <T>(context: RequestContext | undefined, run: () => T): T => contexts.run(context, run)

export const currentRequestContext = (): RequestContext | undefined => contexts.getStore()
