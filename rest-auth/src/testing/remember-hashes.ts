import { vi } from 'vitest'

// Most tests sign up with one password, and a sixth of their time would be Argon2.
vi.mock(import('../crypto/hash-queue.ts'), async (load) => {
  const real = await load()
  const hashes = new Map<string, Promise<unknown>>()
  return {
    ...real,
    runInHashQueue(task) {
      if (task.kind === 'verify') return real.runInHashQueue(task)
      const hash = hashes.get(task.password) ?? real.runInHashQueue(task)
      hash.catch(() => hashes.delete(task.password))
      hashes.set(task.password, hash)
      return hash
    },
  }
})
