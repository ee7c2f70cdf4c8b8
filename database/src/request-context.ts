import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds that remain for the database after a request spent its time elsewhere, for example on another server. */
const minTimeout = 1000

/** The request that statements run for. Background work has none, and therefore no limits of this kind. */
export class RequestContext {
  /** User, organization and address: each may hold only a share of the connections. */
  readonly holders = new Set<string>()
  /** Called when the client disconnects before its response. */
  readonly onLeave = new Set<() => void>()
  hasLeft = false
  readonly #deadline: number
  #left: number
  #running = 0
  #since = 0

  constructor(timeout: number) {
    this.#left = timeout
    this.#deadline = performance.now() + timeout
  }

  /** Milliseconds that the request may still wait for the database. */
  get left(): number {
    const now = performance.now()
    const left = this.#running === 0 ? this.#left : this.#left - (now - this.#since)
    return Math.max(0, Math.min(left, Math.max(this.#deadline - now, minTimeout)))
  }

  startWaiting(): void {
    if (this.#running++ === 0) this.#since = performance.now()
  }

  endWaiting(): void {
    if (--this.#running === 0) this.#left -= performance.now() - this.#since
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

/** Calls `giveUp` after `timeout` ms, or `grace` ms after the client has left. Returns a function that stops both. */
export function giveUpAfter(
  timeout: number,
  context: RequestContext | undefined,
  grace: number,
  giveUp: (reason: string) => void,
): () => void {
  let leaving: NodeJS.Timeout | undefined
  const leave = (): void => void (leaving ??= setTimeout(giveUp, grace, 'nobody waits for the answer'))
  const expiry = setTimeout(giveUp, timeout, 'the database does not answer in time')
  if (context?.hasLeft) leave()
  context?.onLeave.add(leave)
  return () => {
    clearTimeout(expiry)
    clearTimeout(leaving)
    context?.onLeave.delete(leave)
  }
}
