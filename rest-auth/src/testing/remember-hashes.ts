import { vi } from 'vitest'
import { testPassword } from './test-password.ts'

// Nearly all users of tests have this password, and a sixth of the tests' time would be Argon2.
vi.mock(import('../crypto/hash-queue.ts'), async (load) => {
  const real = await load()
  let known: Promise<unknown> | undefined
  return {
    ...real,
    runInHashQueue(task) {
      if (task.kind === 'verify' || task.password !== testPassword) return real.runInHashQueue(task)
      return (known ??= real.runInHashQueue(task))
    },
  }
})
