import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom statements run: a request. What runs for nobody (background work) has no bounds of this kind. */
export class Asker {
  /** For whom its transactions and writes count: nobody holds more than a few connections. */
  readonly holders = new Set<string>()
  /** What is done about each of its statements when it goes before its answer. */
  readonly onGone = new Set<() => void>()
  isGone = false
  #left: number
  #waiting = 0
  #since = 0

  /** It waits for the database for so many milliseconds in all. */
  constructor(patience: number) {
    this.#left = patience
  }

  get left(): number {
    return Math.max(0, this.#waiting === 0 ? this.#left : this.#left - (performance.now() - this.#since))
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
