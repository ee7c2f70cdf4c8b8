import { vi } from 'vitest'
import { knownHashes } from './known-hashes.ts'
import { testPassword } from './test-password.ts'

// Nearly all users of tests have this password, and a fifth of the tests' time would be Argon2.
vi.mock(import('../crypto/hash-queue.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    runInHashQueue(task) {
      if (task.kind === 'hash' && task.password !== testPassword) return real.runInHashQueue(task)
      const key = JSON.stringify(task)
      const known = knownHashes.get(key) ?? real.runInHashQueue(task)
      // A refused hash is computed again.
      knownHashes.set(key, known)
      known.catch(() => knownHashes.delete(key))
      return known
    },
  }
})
