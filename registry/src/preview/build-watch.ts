import type { RegistryContext } from '../context.ts'
import { isActive } from './previews.ts'

type Listener = (builds: number | null) => void

/** In milliseconds. Polled, because another server may have received the build. */
const pollInterval = 100

export class BuildWatch {
  readonly #ctx: RegistryContext
  readonly #listeners = new Map<string, Set<Listener>>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(ctx: RegistryContext) {
    this.#ctx = ctx
  }

  /** Calls `listener` at every poll, even without changes. Returns a function that ends it. */
  listen(id: string, listener: Listener): () => void {
    if (this.#isStopped) return () => {}
    const ofId = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, ofId.add(listener))
    this.#timer ??= setTimeout(() => void this.#poll(), 0)
    return () => {
      ofId.delete(listener)
      if (ofId.size === 0) this.#listeners.delete(id)
    }
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #poll(): Promise<void> {
    const ids = [...this.#listeners.keys()]
    const previews = this.#ctx.db.read<{ id: string; builds: number }[]>`
      select p."id", p."builds" from "preview" p where p."id" = any(${ids}::text[]) and ${isActive(this.#ctx)}`
    // While the database is down nothing is reported; in particular no preview ends.
    const found = await previews.catch(() => null)
    if (found) {
      const builds = new Map(found.map((preview) => [preview.id, preview.builds]))
      for (const id of ids) this.#listeners.get(id)?.forEach((listener) => listener(builds.get(id) ?? null))
    }
    this.#timer = undefined
    if (this.#listeners.size > 0 && !this.#isStopped) this.#timer = setTimeout(() => void this.#poll(), pollInterval)
  }
}
