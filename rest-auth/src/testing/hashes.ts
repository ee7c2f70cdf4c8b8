import { Worker } from 'node:worker_threads'
import { vi } from 'vitest'
import { knownHashes } from './known-hashes.ts'

const isScrypt = ([task]: unknown[]) => /^[0-9a-f]/.test(String(Reflect.get(Object(task), 'hash') ?? ''))

/** Counts the Argon2 and scrypt hashes that a call computes in workers, one per message. */
export async function countHashes(call: () => Promise<unknown>): Promise<{ argon2: number; scrypt: number }> {
  knownHashes.clear()
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  await call()
  const scrypt = posted.mock.calls.filter(isScrypt).length
  const argon2 = posted.mock.calls.length - scrypt
  posted.mockRestore()
  return { argon2, scrypt }
}
