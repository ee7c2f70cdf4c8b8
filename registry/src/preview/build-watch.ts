import type { RegistryContext } from '../context.ts'
import { countBuilds } from './preview-builds.sql.ts'

type Listener = (builds: number | null) => void

/** Milliseconds: a saved file is to be seen within a second, and its build may have been sent to another server. */
const pause = 100

export class BuildWatch {
  readonly #ctx: RegistryContext
  readonly #listeners = new Map<string, Set<Listener>>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(ctx: RegistryContext) {
    this.#ctx = ctx
  }

  /** Calls `listener` again and again, also without news. Answers how that is ended. */
  listen(id: string, listener: Listener): () => void {
    if (this.#isStopped) return () => {}
    const ofId = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, ofId.add(listener))
    this.#timer ??= setTimeout(() => void this.#look(), 0)
    return () => {
      ofId.delete(listener)
      if (ofId.size === 0) this.#listeners.delete(id)
    }
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    const ids = [...this.#listeners.keys()]
    // While the database is away there is no news, and nothing is over.
    const found = await countBuilds(this.#ctx, ids).catch(() => null)
    if (found) {
      const builds = new Map(found.map((preview) => [preview.id, preview.builds]))
      for (const id of ids) this.#listeners.get(id)?.forEach((listener) => listener(builds.get(id) ?? null))
    }
    this.#timer = undefined
    if (this.#listeners.size > 0 && !this.#isStopped) this.#timer = setTimeout(() => void this.#look(), pause)
  }
}
