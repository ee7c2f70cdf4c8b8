type Task = () => Promise<void>

/** Runs one task at a time and lets keys take turns, so that many tasks of one do not hold up others. */
export class FairQueue {
  /** In the order of their turns. The first one's task runs. */
  readonly #waiting = new Map<string, Task[]>()

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const isIdle = this.#waiting.size === 0
    const tasks = this.#waiting.get(key) ?? []
    this.#waiting.set(key, [...tasks, () => task().then(resolve, reject)])
    if (isIdle) void this.#runAll()
    return promise
  }

  async #runAll(): Promise<void> {
    for (const [key, [task]] of this.#waiting) {
      await task?.()
      const [, ...later] = this.#waiting.get(key) ?? []
      this.#waiting.delete(key)
      if (later.length > 0) this.#waiting.set(key, later)
    }
  }
}
