import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds that somebody may wait for the database who has spent their time on something else, such as another server. */
const atLeast = 1000

/** For whom statements run: a request. What runs for nobody (background work) has no bounds of this kind. */
export class Asker {
  /** For whom its transactions and writes count: nobody holds more than a few connections. */
  readonly holders = new Set<string>()
  /** What is done about each of its statements when it goes before its answer. */
  readonly onGone = new Set<() => void>()
  isGone = false
  readonly #end: number
  #left: number
  #waiting = 0
  #since = 0

  /** From now on it has so many milliseconds, however it spends them. */
  constructor(patience: number) {
    this.#left = patience
    this.#end = performance.now() + patience
  }

  /** Milliseconds that it may still wait for the database. */
  get left(): number {
    const now = performance.now()
    const left = this.#waiting === 0 ? this.#left : this.#left - (now - this.#since)
    return Math.max(0, Math.min(left, Math.max(this.#end - now, atLeast)))
  }

  startWaiting(): void {
    if (this.#waiting++ === 0) this.#since = performance.now()
  }

  endWaiting(): void {
    if (--this.#waiting === 0) this.#left -= performance.now() - this.#since
  }

  /** Nobody waits for the answer any more. */
  leave(): void {
    this.isGone = true
    for (const act of this.onGone) act()
  }
}

const askers = new AsyncLocalStorage<Asker | undefined>()

/** Runs `run` and all that it starts for `asker`; undefined: for nobody. */
export const askFor = <T>(asker: Asker | undefined, run: () => T): T => askers.run(asker, run)

export const presentAsker = (): Asker | undefined => askers.getStore()
